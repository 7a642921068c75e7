"""Views of standings, statistics and ratings."""
