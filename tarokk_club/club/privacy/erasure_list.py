"""The list of erased people in a file outside the database, so that restoring an old backup brings
no name back.

It contains ids only. The database has the same list, but only the file survives a restore.
"""

import fcntl
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from tarokk_club.club.models import Erasure
from tarokk_club.env import ERASURES_FILE


@dataclass(frozen=True, slots=True)
class ListedErasure:
    """An erasure in the file: ids as text, None where there is none; see `Erasure`."""

    club: str | None
    player: str | None
    user: str | None
    number: int | None
    parts: bool


def erasure_list_path() -> Path:
    """Return the path of the file."""
    return Path(settings.VAR) / ERASURES_FILE


def read_erasure_list() -> list[ListedErasure]:
    """Return the erasures in the file, empty if it does not exist."""
    try:
        rows = json.loads(erasure_list_path().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    return [ListedErasure(**row) for row in rows]


def update_erasure_list() -> list[ListedErasure]:
    """Add the erasures in the database to the file and return all in either."""
    with erasure_list_path().with_suffix(".lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = read_erasure_list()
        wanted = [*known, *(row for row in _in_book() if row not in known)]
        if wanted != known:
            _write(wanted)
        return wanted


def _in_book() -> Iterable[ListedErasure]:
    for row in Erasure.objects.order_by("pk"):
        yield ListedErasure(
            _text(row.club_id), _text(row.player), _text(row.user), row.number, row.parts
        )


def _text(value: object) -> str | None:
    return str(value) if value else None


def _write(rows: list[ListedErasure]) -> None:
    fresh = erasure_list_path().with_suffix(".fresh")
    lines = ",\n".join(f" {json.dumps(asdict(row))}" for row in rows)
    fresh.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    fresh.replace(erasure_list_path())
