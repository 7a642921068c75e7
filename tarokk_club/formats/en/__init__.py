"""English, as it is read in all of Europe."""
