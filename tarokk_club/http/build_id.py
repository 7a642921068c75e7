"""Build identifiers, which change with the program's files and when the database is restored."""

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

PLACES = ("scoring", "tarokk_club", "templates")
ENDINGS = (".py", ".html", ".css", ".js", ".po")


def compute_build_id_from_times(root: Path, *, life: str = "") -> str:
    """Return a build id from the newest modification time of the program's files.

    life: generation of the database.
    """
    newest = max(os.stat(path).st_mtime_ns for path in _iter_program_files(root))
    return f"{newest:x}{life}"


def compute_build_id_from_content(root: Path, *, life: str = "") -> str:
    """Return a build id from the content of the program's files, the same on every machine.

    life: generation of the database.
    """
    digest = hashlib.sha256()
    for path in sorted(_iter_program_files(root)):
        digest.update(f"{path.removeprefix(str(root))}\0".encode())
        with open(path, "rb") as file:
            digest.update(file.read())
    return f"{digest.hexdigest()[:16]}{life}"


def _iter_program_files(root: Path) -> Iterator[str]:
    """Yield the paths of the program's files; as text, because thousands of Paths take long."""
    for place in PLACES:
        for folder, _folders, names in os.walk(root / place):
            yield from (os.path.join(folder, name) for name in names if name.endswith(ENDINGS))
