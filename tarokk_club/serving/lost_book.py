"""Whether a book is missing where there was one: no command makes an empty one in its place."""

from pathlib import Path

from tarokk_club.database.backups import store

# A book alone is not enough: what it wrote last may lie in the log beside it.
_LOG = "-wal"
# Older programs wrote here what their last audit found.
AUDIT_FILE = "audit.json"


def lost_book() -> str:
    """What to tell where no book is but traces of one are; empty where all is well."""
    from django.conf import settings

    traces = _traces(Path(settings.VAR)) if _is_missing() else []
    if not traces:
        return ""
    told = ", ".join(str(path) for path in traces)
    newest = store.backups(store.folder_in(Path(settings.VAR)))[-1:]
    lines = [f"There is no book here any more, but there was one: {told}.", "Nothing was made."]
    if newest:
        lines.append(f"Bring the newest backup back with: python3 manage.py restore {newest[0]}")
    else:
        lines.append("Put the book back, or a backup of it: python3 manage.py restore FILE")
    lines.append("To begin an empty book all the same: python3 manage.py serve --new")
    return "\n".join(lines)


def _is_missing() -> bool:
    """Whether the database holds nothing at all; asking must not make the file."""
    from django.db import connection

    if connection.vendor == "sqlite":
        book = Path(connection.settings_dict["NAME"])
        return not book.exists() or not book.stat().st_size
    return "django_migrations" not in connection.introspection.table_names()


def _traces(var: Path) -> list[Path]:
    """What only a site that had a book leaves behind, one of each kind."""
    from django.db import connection

    from tarokk_club.club.privacy import erasure_list

    found = [*store.backups(store.folder_in(var))[-1:], *sorted(var.glob(f"*{store.ASIDE}*"))[-1:]]
    found += [path for path in (erasure_list.place(), var / AUDIT_FILE) if path.exists()]
    book = Path(connection.settings_dict["NAME"])
    log = book.with_name(book.name + _LOG)
    if connection.vendor == "sqlite" and not book.exists() and log.exists():
        found.append(log)
    return found
