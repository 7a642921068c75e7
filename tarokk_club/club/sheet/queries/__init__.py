"""Queries of the sheet of a session."""
