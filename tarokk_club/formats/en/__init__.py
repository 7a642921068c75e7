"""English, as all of Europe reads it."""
