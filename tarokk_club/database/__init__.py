"""The file of the book and its copies."""
