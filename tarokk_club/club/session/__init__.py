"""Sessions: their start, settings, entries and replay."""
