"""Entering a tournament: the link for strangers, the list of entries, the import, the door."""
