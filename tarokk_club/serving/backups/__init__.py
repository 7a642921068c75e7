"""Copies of the book: made while it is used, checked, kept, and brought back."""


class BackupError(Exception):
    """What stands in the way, as a sentence for the person at the terminal."""
