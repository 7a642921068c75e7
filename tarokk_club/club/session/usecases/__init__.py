"""Use cases that write sessions and their entries."""
