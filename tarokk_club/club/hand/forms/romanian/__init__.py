"""The entry form of Romanian tarok."""
