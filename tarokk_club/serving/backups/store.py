"""Where backups lie, what they are called, and which of them are kept."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from tarokk_club.env import Environment

KEEP = 30
_NAME = "club-%Y-%m-%dT%H-%M-%S.%fZ"
_PARTIAL = ".partial"
ASIDE = ".before-restore"
# Who is signed in where, and what waits to be sent: a copy that held these rows would open every
# account in it, and a book from it would send again what has gone since.
VISITS = (
    "django_session",
    "usersessions_usersession",
    "club_notice",
    "club_pushdevice",
)
_SUFFIXES = (".sqlite3", ".dump")
# What is unfinished after this long was left by a machine that lost its power.
_STALE = timedelta(hours=6)


def folder_in(var: Path) -> Path:
    """Return where backups go unless a command says otherwise: BACKUP_FOLDER, else in `var`."""
    return Environment().backup_folder or var / "backups"


def name_now(suffix: str) -> str:
    """A name that no other backup has: the time in UTC."""
    return datetime.now(UTC).strftime(_NAME) + suffix


def backups(folder: Path) -> list[Path]:
    """The backups of a folder by their names' times, oldest first; other files do not count."""
    timed = [(_time(path), path) for path in folder.glob("club-*") if path.is_file()]
    return [path for time, path in sorted((time, path) for time, path in timed if time)]


def drop_old(folder: Path, keep: int) -> None:
    """Keep the newest ones."""
    for path in backups(folder)[:-keep]:
        path.unlink(missing_ok=True)


def drop_older(folder: Path, span: timedelta) -> int:
    """Drop what is older, books set aside by a restore too, but never the newest backup."""
    oldest, newest = datetime.now(UTC) - span, backups(folder)[-1:]
    count = 0
    for path in sorted(folder.glob("club-*")):
        time = _time(path) or _time_aside(path)
        if time and time < oldest and path not in newest:
            path.unlink(missing_ok=True)
            count += 1
    return count


@contextmanager
def unfinished(final: Path) -> Iterator[Path]:
    """An empty private file beside the place it is meant for; gone at the end, if still there."""
    final.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    _drop_stale(final.parent)
    fresh = final.with_name(final.name + _PARTIAL)
    os.close(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    try:
        yield fresh
    finally:
        fresh.unlink(missing_ok=True)


def put(fresh: Path, final: Path) -> None:
    """Give a finished file its name, on disk before anybody hears of it."""
    sync(fresh)
    fresh.replace(final)
    sync(final.parent)


def sync(path: Path) -> None:
    """Wait until a file or the names of a folder are on disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _drop_stale(folder: Path) -> None:
    oldest = datetime.now(UTC) - _STALE
    for path in folder.glob(f"club-*{_PARTIAL}*"):
        # Another backup may be finishing at this moment.
        with suppress(FileNotFoundError):
            if datetime.fromtimestamp(path.stat().st_mtime, UTC) < oldest:
                path.unlink()


def _time_aside(path: Path) -> datetime | None:
    """When a restore set this book aside; None for any other file."""
    name, aside, suffix = path.name.partition(ASIDE)
    # Its log may lie beside it.
    return _time(path.with_name(name + suffix.partition("-")[0])) if aside else None


def _time(path: Path) -> datetime | None:
    if path.suffix not in _SUFFIXES:
        return None
    try:
        return datetime.strptime(path.name.removesuffix(path.suffix), _NAME).replace(tzinfo=UTC)
    except ValueError:
        return None
