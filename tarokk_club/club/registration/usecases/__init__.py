"""Use cases that change registrations and the check-in."""
