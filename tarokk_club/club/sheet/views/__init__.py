"""Views of the sheet, its hands and its files."""
