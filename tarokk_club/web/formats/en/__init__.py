"""English, as it is read outside America."""
