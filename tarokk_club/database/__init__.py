"""Access to the database: its file, locks, replica and settings."""
