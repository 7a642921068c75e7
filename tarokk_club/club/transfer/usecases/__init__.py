"""Use cases that import sessions and clubs, and remove clubs."""
