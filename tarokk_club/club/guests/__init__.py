"""Links by which people without an account read one page."""
