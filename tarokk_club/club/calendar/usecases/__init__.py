"""Use cases of the calendar that write."""
