"""Queries for API keys, and functions that return rows in the API's schemas."""
