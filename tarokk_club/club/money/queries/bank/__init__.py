"""Queries about transfers through a bank, and about the lines of its statements."""
