"""Queries of the entry of a hand."""
