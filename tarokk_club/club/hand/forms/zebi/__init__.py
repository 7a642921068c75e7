"""The entry form of Zebi tarokk."""
