"""File permissions beside the database: no other user of the machine may read anything there."""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

# Files that this process creates are readable by their owner only.
UMASK = 0o077
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def hide_new_files() -> None:
    """Set the umask so that nobody else can read files created from now on."""
    os.umask(UMASK)


def make_folder(var: Path) -> None:
    """Create the folder for its owner alone, and hide the files created from now on."""
    hide_new_files()
    var.mkdir(parents=True, exist_ok=True, mode=0o700)


def make_private(var: Path) -> None:
    """Remove the permissions of everybody but the owner from the folder and all its content."""
    for path in open_to_others(var):
        # Files of another user stay unchanged, and `check` continues to report them.
        with suppress(OSError):
            path.chmod(stat.S_IMODE(path.lstat().st_mode) & ~OTHERS)


def open_to_others(var: Path) -> Iterator[Path]:
    """Yield what other users of the machine may read or write: first the folder, then its
    content.
    """
    # The site must not close a shared folder such as /tmp.
    if not var.is_dir() or var.stat().st_mode & stat.S_ISVTX:
        return
    if _is_open(var):
        yield var
    for folder, names, files in os.walk(var):
        for name in [*names, *files]:
            path = Path(folder, name)
            with suppress(OSError):
                if _is_open(path):
                    yield path


def _is_open(path: Path) -> bool:
    mode = path.lstat().st_mode
    return not stat.S_ISLNK(mode) and bool(mode & OTHERS)
