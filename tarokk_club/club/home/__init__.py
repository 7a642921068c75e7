"""The club's own page, its players, and the bar that leads to its places."""
