"""File permissions that hide the site's folder from other users of the machine."""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

# Files that this process creates can be read only by their owner.
UMASK = 0o077
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def hide_new_files() -> None:
    """Set the umask so that nobody else can read files created from now on."""
    os.umask(UMASK)


def create_private_folder(var: Path) -> None:
    """Create the folder with access for its owner only, and hide files created from now on."""
    hide_new_files()
    var.mkdir(parents=True, exist_ok=True, mode=0o700)


def remove_foreign_permissions(var: Path) -> None:
    """Remove the permissions of everybody but the owner from the folder and its contents.

    Files that belong to another user are skipped.
    """
    for path in iter_exposed_paths(var):
        # `check` continues to report the files of another user.
        with suppress(OSError):
            path.chmod(stat.S_IMODE(path.lstat().st_mode) & ~OTHERS)


def iter_exposed_paths(var: Path) -> Iterator[Path]:
    """Yield the folder and the paths in it that other users of the machine have access to.

    Yield nothing for a shared folder such as /tmp.
    """
    # The site must not close a shared folder such as /tmp.
    if not var.is_dir() or var.stat().st_mode & stat.S_ISVTX:
        return
    if _is_open_to_others(var):
        yield var
    for folder, names, files in os.walk(var):
        for name in [*names, *files]:
            path = Path(folder, name)
            with suppress(OSError):
                if _is_open_to_others(path):
                    yield path


def _is_open_to_others(path: Path) -> bool:
    mode = path.lstat().st_mode
    return not stat.S_ISLNK(mode) and bool(mode & OTHERS)
