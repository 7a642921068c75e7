"""The calendar: planned evenings, answers, drawn tables, and a feed for members."""
