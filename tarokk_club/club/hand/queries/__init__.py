"""Queries that read only and return plain rows."""
