"""Queries for API keys, and functions that convert rows to the API's schemas."""
