"""The parts common to the entry forms of the Hungarian games."""
