"""Views of the home page, the players and the settings of a club."""
