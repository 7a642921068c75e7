"""Queries of rankings and of the results that count in them."""
