"""Queries that read tournaments and return plain rows."""
