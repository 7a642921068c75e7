"""Tournaments: draw, rounds, final table."""
