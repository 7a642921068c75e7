"""Queries that replay a session, wholly or from a change, and what is computed from that."""
