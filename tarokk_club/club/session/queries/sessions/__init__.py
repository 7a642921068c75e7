"""Queries that list and find sessions, and apply the limits of a tournament to them."""
