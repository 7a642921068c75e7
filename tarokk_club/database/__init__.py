"""The database file and its copies."""
