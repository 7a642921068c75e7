"""A hint about the backups in the bucket, for a new machine that could restore one."""

from pathlib import Path

from tarokk_club.env import Environment
from tarokk_club.serving.backups import BackupError, store
from tarokk_club.serving.backups.bucket import Bucket
from tarokk_club.serving.named_book import read_named_book


def describe_stored_copies(environment: Environment) -> str:
    """Return instructions for restoring the newest backup in the bucket, or "" if there is none.

    If the bucket does not respond within seconds, or if the backup is of another kind of database,
    return a sentence that states this instead.
    """
    if not environment.backup_url:
        return ""
    try:
        bucket = Bucket(environment.backup_url, hurried=True)
        paths = [Path(copy.name) for copy in bucket.list_copies()]
    except BackupError as error:
        return f"Whether there are backups to restore is unknown. {error}"
    if not paths:
        return ""
    made = store.parse_backup_time(paths[-1])
    count = f"{len(paths)} backup{'s' if len(paths) > 1 else ''}"
    held = f"The storage {bucket.place} holds {count}, the newest of {made:%Y-%m-%d %H:%M} UTC."
    # A file of the other engine cannot be restored into this database.
    if (paths[-1].suffix == ".sqlite3") != read_named_book(environment).is_file:
        return f"{held} It is of another kind of database than DATABASE_URL names."
    return f"{held} To restore it, stop this and run: python3 manage.py restore {paths[-1].name}"
