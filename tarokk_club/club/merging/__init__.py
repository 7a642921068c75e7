"""Merging of two player rows that belong to the same person."""
