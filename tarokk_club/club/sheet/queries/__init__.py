"""Reads, as plain rows."""
