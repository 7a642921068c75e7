"""Queries that read registrations and the check-in, and return plain rows."""
