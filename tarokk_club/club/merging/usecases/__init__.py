"""Use cases that merge and separate players."""
