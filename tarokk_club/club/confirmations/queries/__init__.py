"""Queries about confirmations and objections, which return plain rows."""
