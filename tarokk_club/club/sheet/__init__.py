"""The sheet of a session, its history and its files."""
