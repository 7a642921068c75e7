"""The home page, players, settings and navigation bar of a club."""
