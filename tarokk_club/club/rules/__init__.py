"""Pages that explain house rules in plain words."""
