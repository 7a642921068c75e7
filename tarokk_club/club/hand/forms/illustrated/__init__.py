"""The entry form of Illustrated tarokk."""
