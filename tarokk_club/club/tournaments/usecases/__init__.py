"""Use cases that change tournaments, one in each module."""
