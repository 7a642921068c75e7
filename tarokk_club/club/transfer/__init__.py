"""Import and export of whole sessions and clubs."""
