"""Use cases that import sessions and clubs, create demo clubs, and remove clubs."""
