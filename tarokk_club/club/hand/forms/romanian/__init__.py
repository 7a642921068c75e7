"""The entry forms of Romanian tarok and Taper."""
