"""Two players who are one person."""
