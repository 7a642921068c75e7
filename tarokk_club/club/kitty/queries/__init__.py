"""Queries about the cash book and the years of the kitty."""
