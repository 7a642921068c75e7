"""Tools for development: checks, test runs, and files generated from the code."""
