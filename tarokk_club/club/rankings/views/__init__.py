"""Pages of rankings."""
