"""Queries about the open tasks of a user."""
