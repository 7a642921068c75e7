"""Statistics: careers, records, ratings, standings, what-if."""
