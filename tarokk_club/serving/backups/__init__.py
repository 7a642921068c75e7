"""Backups of the database, made while it is in use, checked, rotated and restored."""


class BackupError(Exception):
    """The reason why a backup or restore is refused, as a sentence for the terminal."""
