"""Management commands of the score book."""
