"""Forms for the start, settings, rules and search of sessions."""
