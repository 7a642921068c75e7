"""Queries for API keys, pagination, and the conversion of rows to the API's schemas."""
