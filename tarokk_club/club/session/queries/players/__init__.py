"""Queries about the players of sessions: seats and the hat."""
