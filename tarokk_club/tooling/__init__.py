"""The commands that run before, or without, a configured site."""
