"""What lies beside the book belongs to the site alone: nobody else on the machine reads it."""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

# Whatever this process makes from now on is its owner's.
UMASK = 0o077
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def make_folder(var: Path) -> None:
    """Make the folder, and let nothing that is made from now on be read by others."""
    os.umask(UMASK)
    var.mkdir(parents=True, exist_ok=True, mode=0o700)


def make_private(var: Path) -> None:
    """Take the folder and all in it from everybody but its owner, whoever made it how."""
    for path in open_to_others(var):
        # What belongs to somebody else stays as it is, and `check` goes on saying so.
        with suppress(OSError):
            path.chmod(stat.S_IMODE(path.lstat().st_mode) & ~OTHERS)


def open_to_others(var: Path) -> Iterator[Path]:
    """What others on the machine may read or write: the folder first, then what is in it."""
    # A folder that everybody shares, such as /tmp, is not the site's to close.
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
