"""Use cases that change tournaments, with a module for each subject."""
