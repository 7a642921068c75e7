"""What the last audit of the whole book found, and when: kept beside the book for the watchman."""

import json
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings

FILE = "audit.json"


@dataclass(frozen=True, slots=True)
class LastAudit:
    """age: since the audit; differences: how many it found."""

    age: timedelta
    differences: int


def note_audit(differences: int) -> None:
    """Remember an audit that has just been made."""
    path = _path()
    fresh = path.with_suffix(".fresh")
    told = {"at": datetime.now(UTC).isoformat(), "differences": differences}
    # A full disk or a read-only one must not turn a good audit into a fault.
    with suppress(OSError):
        fresh.write_text(json.dumps(told))
        fresh.replace(path)


def last_audit() -> LastAudit | None:
    """The last audit; None when there was none, or nobody can read what it left."""
    try:
        told = json.loads(_path().read_text())
        age = datetime.now(UTC) - datetime.fromisoformat(told["at"])
        return LastAudit(age, int(told["differences"]))
    except (OSError, KeyError, TypeError, ValueError):
        return None


def _path() -> Path:
    return Path(settings.VAR) / FILE
