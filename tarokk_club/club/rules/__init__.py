"""The house rules in plain words."""
