"""The entry form of Romanian tarok, and the base of the Taper form."""
