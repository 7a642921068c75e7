"""The list of erased people beside the book: ids alone, so that no old backup brings a name back.

The same stands in the book itself; the file outlives a restore.
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
class Listed:
    """One erasure: ids as text, None where there was none; see `Erasure`."""

    club: str | None
    player: str | None
    user: str | None
    number: int | None
    parts: bool


def place() -> Path:
    """Where the list lies."""
    return Path(settings.VAR) / ERASURES_FILE


def listed() -> list[Listed]:
    """The list in the file; empty as long as nobody was erased."""
    try:
        rows = json.loads(place().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    return [Listed(**row) for row in rows]


def keep_list() -> list[Listed]:
    """Bring the file up to date with the book and give all that is in either."""
    with place().with_suffix(".lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = listed()
        wanted = [*known, *(row for row in _in_book() if row not in known)]
        if wanted != known:
            _write(wanted)
        return wanted


def _in_book() -> Iterable[Listed]:
    for row in Erasure.objects.order_by("pk"):
        yield Listed(_text(row.club_id), _text(row.player), _text(row.user), row.number, row.parts)


def _text(value: object) -> str | None:
    return str(value) if value else None


def _write(rows: list[Listed]) -> None:
    fresh = place().with_suffix(".fresh")
    lines = ",\n".join(f" {json.dumps(asdict(row))}" for row in rows)
    fresh.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    fresh.replace(place())
