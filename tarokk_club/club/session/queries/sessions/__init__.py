"""Queries that list and find sessions, and read what a tournament prescribes for them."""
