"""The entry form of Taper."""
