"""Queries of the calendar."""
