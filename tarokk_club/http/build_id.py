"""Build identifiers, which change with the program's files and when the database is restored."""

import hashlib
from pathlib import Path

PLACES = ("scoring", "tarokk_club", "templates")
ENDINGS = {".py", ".html", ".css", ".js", ".po"}


def compute_build_id_from_times(root: Path, *, life: str = "") -> str:
    """Return a build id from the newest modification time of the program's files.

    life: generation of the database.
    """
    files = (path for place in PLACES for path in (root / place).rglob("*"))
    newest = max(path.stat().st_mtime_ns for path in files if path.suffix in ENDINGS)
    return f"{newest:x}{life}"


def compute_build_id_from_content(root: Path, *, life: str = "") -> str:
    """Return a build id from the content of the program's files, the same on every machine.

    life: generation of the database.
    """
    digest = hashlib.sha256()
    for place in PLACES:
        for path in sorted((root / place).rglob("*")):
            if path.suffix in ENDINGS:
                digest.update(f"{path.relative_to(root)}\0".encode())
                digest.update(path.read_bytes())
    return f"{digest.hexdigest()[:16]}{life}"
