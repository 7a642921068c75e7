"""Queries about money, which return plain rows."""
