"""The HTTP layer that every request and response passes; it knows no table of the database."""
