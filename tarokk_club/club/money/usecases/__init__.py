"""Use cases that write money."""
