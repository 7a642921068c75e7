"""Seasons and their leaderboards."""
