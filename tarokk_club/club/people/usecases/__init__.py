"""Use cases that write accounts, clubs, members and players."""
