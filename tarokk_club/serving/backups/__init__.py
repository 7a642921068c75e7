"""Backups of the database: make them while it is in use, check, rotate and restore them."""


class BackupError(Exception):
    """The reason why a backup or restore is refused, as a sentence for the terminal."""
