"""Sessions: their start and settings, their entries, their replay."""
