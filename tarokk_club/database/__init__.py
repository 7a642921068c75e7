"""The database: its file, locks, replica and settings."""
