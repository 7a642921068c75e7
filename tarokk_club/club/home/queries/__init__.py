"""Read queries of the home pages."""
