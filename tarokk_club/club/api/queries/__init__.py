"""Queries of the API: keys, and rows in the form of its schemas."""
