"""What rankings are made of, and their order."""
