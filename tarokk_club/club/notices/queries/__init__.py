"""Queries about notices and push devices."""
