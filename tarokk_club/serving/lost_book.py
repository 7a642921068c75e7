"""Whether a book is missing where there was one: no command makes an empty one in its place."""

from pathlib import Path

from tarokk_club.env import ERASURES_FILE, Environment
from tarokk_club.serving.backups import store
from tarokk_club.serving.named_book import NamedBook, named_book

# A book alone is not enough: what it wrote last may be in the log beside it.
_LOG = "-wal"
# Older programs wrote here what their last audit found.
AUDIT_FILE = "audit.json"


def lost_book(environment: Environment) -> str:
    """Return what to say where no book is but traces of one are; empty where all is well.

    Raises BookError where the server of the book does not answer.
    """
    book = named_book(environment)
    traces = [] if book.exists() else _traces(environment.var, book)
    if not traces:
        return ""
    told = ", ".join(str(path) for path in traces)
    newest = store.backups(store.folder_in(environment.var))[-1:]
    lines = [f"There is no book here any more, but there was one: {told}.", "Nothing was made."]
    if newest:
        lines.append(f"Bring the newest backup back with: python3 manage.py restore {newest[0]}")
    else:
        lines.append("Put the book back, or a backup of it: python3 manage.py restore FILE")
    lines.append("To begin an empty book all the same: python3 manage.py serve --new")
    return "\n".join(lines)


def no_book(book: NamedBook) -> str:
    """Return what to say where there is no book and never was one."""
    return (
        f"There is no book: {book}. Nothing was made.\n"
        "If the book is elsewhere, name its settings: --env-file FILE, or DATABASE_URL, TAROKK_VAR."
        "\nTo begin a book: python3 manage.py serve"
    )


def _traces(var: Path, book: NamedBook) -> list[Path]:
    """Return what only a site that had a book leaves behind, one of each kind."""
    found = [*store.backups(store.folder_in(var))[-1:], *sorted(var.glob(f"*{store.ASIDE}*"))[-1:]]
    found += [path for path in (var / ERASURES_FILE, var / AUDIT_FILE) if path.exists()]
    if book.is_file and not book.path.exists():
        log = book.path.with_name(book.path.name + _LOG)
        found += [log] if log.exists() else []
    return found
