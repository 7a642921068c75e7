"""Queries that read and lay out sheets of paper."""
