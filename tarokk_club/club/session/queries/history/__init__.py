"""Queries about the history of a session."""
