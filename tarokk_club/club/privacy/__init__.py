"""A person's own data, erasing, and what is kept how long."""
