"""English for readers in Europe."""
