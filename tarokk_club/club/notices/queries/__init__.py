"""Read queries about notices."""
