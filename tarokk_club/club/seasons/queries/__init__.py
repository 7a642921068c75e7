"""Queries about seasons and their leaderboards."""
