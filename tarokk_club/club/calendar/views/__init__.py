"""Pages of the calendar."""
