"""A mark that changes with the programme itself, and when another book is put in its place."""

import hashlib
from pathlib import Path

PLACES = ("scoring", "tarokk_club", "templates")
ENDINGS = {".py", ".html", ".css", ".js", ".po"}


def build_mark(root: Path, *, life: str = "") -> str:
    """When the newest of the programme's files was written, as a short text; life: of the book."""
    files = (path for place in PLACES for path in (root / place).rglob("*"))
    newest = max(path.stat().st_mtime_ns for path in files if path.suffix in ENDINGS)
    return f"{newest:x}{life}"


def content_mark(root: Path, *, life: str = "") -> str:
    """The same for the same programme on every machine, whenever its files were written there."""
    found = hashlib.sha256()
    for place in PLACES:
        for path in sorted((root / place).rglob("*")):
            if path.suffix in ENDINGS:
                found.update(f"{path.relative_to(root)}\0".encode())
                found.update(path.read_bytes())
    return f"{found.hexdigest()[:16]}{life}"
