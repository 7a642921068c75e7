"""What the book tells programmes, and takes from them."""
