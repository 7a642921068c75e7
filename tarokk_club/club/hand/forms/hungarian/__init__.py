"""The entry forms of the Hungarian games."""
