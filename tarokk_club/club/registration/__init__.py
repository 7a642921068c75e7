"""Registration for tournaments: the public link, the list of entries, the import, the check-in."""
