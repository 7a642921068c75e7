"""Everything that writes the book: one module, one use case."""
