"""Queries about sessions, evenings and the history of entries."""
