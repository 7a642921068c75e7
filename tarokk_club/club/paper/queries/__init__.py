"""Queries that lay out paper sheets and read typed ones."""
