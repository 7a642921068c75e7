"""What the first pages ask of the book."""
