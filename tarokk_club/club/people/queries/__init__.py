"""Queries about accounts, clubs, members and players."""
