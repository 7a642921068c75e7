"""Read queries about accounts, clubs, members and players."""
