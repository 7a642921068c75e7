"""Read queries, returning plain rows."""
