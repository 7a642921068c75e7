"""Queries about standings, careers, records and ratings."""
