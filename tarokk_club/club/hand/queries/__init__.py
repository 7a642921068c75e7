"""Queries for entering a hand."""
