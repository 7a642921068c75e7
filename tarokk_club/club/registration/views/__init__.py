"""Views of registration for tournaments and of the check-in."""
