"""Reads about notices."""
