"""The HTTP layer for every request and response; it uses no table of the database."""
