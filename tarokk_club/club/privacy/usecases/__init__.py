"""Use cases that erase people, clear old data and repeat revocations."""
