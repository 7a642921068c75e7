"""Pages about a club's money."""
