"""Figures: careers, records, ratings, standings, what-if."""
