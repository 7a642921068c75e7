"""Backup files: their folder, their names, and their rotation."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tarokk_club.env import Environment

# The most copies; those older than the period in privacy/retention.py are deleted too.
DEFAULT_COUNT = 30
_NAME = "club-%Y-%m-%dT%H-%M-%S.%fZ"
_PARTIAL = ".partial"
ASIDE = ".before-restore"
# Sign-in sessions and unsent notices: a copy with these rows would give access to every account,
# and a database restored from it would send notices a second time.
VISITS = (
    "django_session",
    "usersessions_usersession",
    "club_notice",
    "club_pushdevice",
)
_SUFFIXES = (".sqlite3", ".dump")
# An unfinished file of this age was left by a crash or a power cut.
_STALE = timedelta(hours=6)


def find_backup_folder(var: Path) -> Path:
    """Return the folder of backups: BACKUP_FOLDER, else a folder in `var`."""
    return Environment().backup_folder or var / "backups"


def build_timestamped_name(suffix: str) -> str:
    """Return a file name with the current time in UTC."""
    return datetime.now(UTC).strftime(_NAME) + suffix


def build_next_name(folder: Path, suffix: str, *, elsewhere: Iterable[str] = ()) -> str:
    """Return the name of the next backup in the folder: the time in UTC and a running number.

    The number decides the order, because the clock may have been ahead at an earlier backup.

    elsewhere: names of the backups of other nodes.
    """
    existing = [*list_backups(folder), *map(Path, elsewhere)]
    number = max(map(_parse_backup_number, existing), default=0) + 1
    return f"{datetime.now(UTC).strftime(_NAME)}-{number:06}{suffix}"


def list_backups(folder: Path) -> list[Path]:
    """Return the backups in a folder, oldest first; ignore all other files.

    Backups of version 0.2.0 have no number, so they come first, sorted by the time in their names.
    """
    return sort_backups(path for path in folder.glob("club-*") if path.is_file())


def sort_backups(paths: Iterable[Path]) -> list[Path]:
    """Return the paths that have the name of a backup, oldest first."""
    dated = [(_parse_backup_number(path), parse_backup_time(path), path) for path in paths]
    return [path for number, time, path in sorted(each for each in dated if each[1])]


def select_all_but_newest(backups: list[Path], keep: int) -> list[Path]:
    """Return all backups except the newest `keep`; the newest is never returned."""
    return backups[: -max(keep, 1)]


def select_older_than(backups: list[Path], span: timedelta) -> list[Path]:
    """Return the backups that are older than the span, but never the newest.

    A backup with a time in the future counts as old once a later backup is old.
    """
    oldest = datetime.now(UTC) - span
    last = max(
        (place for place, path in enumerate(backups) if _is_before(path, oldest)), default=-1
    )
    return [path for path in backups[: last + 1] if path != backups[-1]]


def is_older(path: Path, span: timedelta) -> bool:
    """Return whether a backup is older than the span, by the time in its name."""
    return _is_before(path, datetime.now(UTC) - span)


def drop_all_but_newest(folder: Path, keep: int) -> None:
    """Delete all backups except the newest `keep`; the newest is never deleted."""
    for path in select_all_but_newest(list_backups(folder), keep):
        path.unlink(missing_ok=True)


def drop_outdated_files(folder: Path, span: timedelta) -> int:
    """Delete backups older than the span, but not the newest; return the number of deleted files.

    Also delete databases that a restore set aside before the start of the span.
    """
    oldest = datetime.now(UTC) - span
    gone = select_older_than(list_backups(folder), span)
    for path in sorted(folder.glob("club-*")):
        time = _parse_set_aside_time(path)
        if time and time < oldest:
            gone.append(path)
    for path in gone:
        path.unlink(missing_ok=True)
    return len(gone)


@contextmanager
def create_unfinished_file(final: Path) -> Iterator[Path]:
    """Yield an empty private file beside the final path; delete it at the end unless moved."""
    final.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    _drop_stale_files(final.parent)
    fresh = final.with_name(final.name + _PARTIAL)
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield fresh
    finally:
        # SQLite leaves a journal if the disk is full.
        for path in (fresh, fresh.with_name(f"{fresh.name}-journal")):
            path.unlink(missing_ok=True)


def move_into_place(fresh: Path, final: Path) -> None:
    """Rename a finished file to its final name, and wait until file and name are on disk."""
    sync_to_disk(fresh)
    fresh.replace(final)
    sync_to_disk(final.parent)


def sync_to_disk(path: Path) -> None:
    """Wait until a file, or the list of names in a folder, is on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _drop_stale_files(folder: Path) -> None:
    oldest = datetime.now(UTC) - _STALE
    for path in folder.glob(f"club-*{_PARTIAL}*"):
        # Another process may be finishing its backup now.
        with suppress(FileNotFoundError):
            if datetime.fromtimestamp(path.stat().st_mtime, UTC) < oldest:
                path.unlink()


def _parse_set_aside_time(path: Path) -> datetime | None:
    """Return the time at which a restore set this database aside, None for any other file."""
    name, aside, suffix = path.name.partition(ASIDE)
    # Also matches the log beside it.
    return parse_backup_time(path.with_name(name + suffix.partition("-")[0])) if aside else None


def _is_before(path: Path, moment: datetime) -> bool:
    time = parse_backup_time(path)
    return time is not None and time < moment


def parse_backup_time(path: Path) -> datetime | None:
    """Return the time at which a backup was made, by its name; None for any other file."""
    if path.suffix not in _SUFFIXES:
        return None
    dated, _z, number = path.name.removesuffix(path.suffix).partition("Z-")
    if number and not number.isdecimal():
        return None
    try:
        return datetime.strptime(f"{dated.removesuffix('Z')}Z", _NAME).replace(tzinfo=UTC)
    except ValueError:
        return None


def _parse_backup_number(path: Path) -> int:
    """Return the running number of a backup, 0 for one of version 0.2.0."""
    number = path.name.removesuffix(path.suffix).partition("Z-")[2]
    return int(number) if number.isdecimal() else 0
