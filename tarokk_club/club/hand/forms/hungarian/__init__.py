"""What the entry forms of the Hungarian games share."""
