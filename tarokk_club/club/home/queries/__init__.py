"""Queries of the home pages."""
