"""Lint, tests, messages and pins."""
