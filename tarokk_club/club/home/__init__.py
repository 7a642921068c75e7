"""The club's home page, its players, and its navigation bar."""
