"""Queries about personal data and erasure."""
