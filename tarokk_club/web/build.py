"""A mark that changes with the programme itself, and when another book is put in its place."""

from pathlib import Path

PLACES = ("scoring", "tarokk_club", "templates")
ENDINGS = {".py", ".html", ".css", ".js", ".po"}


def build_mark(root: Path, *, life: str = "") -> str:
    """When the newest of the programme's files was written, as a short text; life: of the book."""
    files = (path for place in PLACES for path in (root / place).rglob("*"))
    newest = max(path.stat().st_mtime_ns for path in files if path.suffix in ENDINGS)
    return f"{newest:x}{life}"
