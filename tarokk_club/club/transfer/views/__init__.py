"""Pages to import and export data."""
