"""Commands of the book."""
