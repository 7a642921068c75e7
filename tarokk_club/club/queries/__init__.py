"""Everything that reads the book, as plain rows."""
