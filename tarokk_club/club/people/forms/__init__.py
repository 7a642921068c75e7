"""Forms about accounts, clubs, members and players."""
