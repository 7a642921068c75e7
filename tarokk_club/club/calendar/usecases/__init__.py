"""Use cases that change the calendar."""
