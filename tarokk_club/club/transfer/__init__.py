"""Import and export of sessions and clubs, demo clubs, and the removal of clubs."""
