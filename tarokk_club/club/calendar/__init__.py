"""The calendar: planned evenings, answers, drawn seats, and a feed for members."""
