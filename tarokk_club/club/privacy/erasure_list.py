"""The list of erased people, a file that restoring the database does not replace.

After an old backup is restored, everybody on the list is erased again. It contains only ids.
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
    """An erasure in the file, with the fields of the model `Erasure`; ids are text or None."""

    club: str | None
    player: str | None
    user: str | None
    number: int | None
    parts: bool


def get_erasure_list_path() -> Path:
    """Return the path of the erasure list."""
    return Path(settings.VAR) / ERASURES_FILE


def read_erasure_list() -> list[ListedErasure]:
    """Return the erasures in the file; none if it does not exist."""
    try:
        return parse_erasures(get_erasure_list_path().read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []


def parse_erasures(text: str) -> list[ListedErasure]:
    """Return the erasures in the text of an erasure list.

    Raise ValueError or TypeError if it is damaged.
    """
    return [ListedErasure(**row) for row in json.loads(text)]


def format_erasures(rows: Iterable[ListedErasure]) -> str:
    """Return the text of an erasure list with these erasures."""
    lines = ",\n".join(f" {json.dumps(asdict(row))}" for row in rows)
    return f"[\n{lines}\n]\n"


def update_erasure_list() -> list[ListedErasure]:
    """Add the erasures in the database to the file, and return all erasures in the file."""
    return add_erasures(_load_erasures())


def add_erasures(rows: Iterable[ListedErasure]) -> list[ListedErasure]:
    """Add erasures to the file, and return all erasures in the file."""
    path = get_erasure_list_path()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with path.with_suffix(".lock").open("wb") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        listed = read_erasure_list()
        complete = [*listed, *(row for row in rows if row not in listed)]
        if complete != listed:
            _write_list(complete)
        return complete


def _load_erasures() -> Iterable[ListedErasure]:
    for row in Erasure.objects.order_by("pk"):
        yield ListedErasure(
            _convert_to_text(row.club_id),
            _convert_to_text(row.player),
            _convert_to_text(row.user),
            row.number,
            row.parts,
        )


def _convert_to_text(value: object) -> str | None:
    return str(value) if value else None


def _write_list(rows: list[ListedErasure]) -> None:
    fresh = get_erasure_list_path().with_suffix(".fresh")
    fresh.write_text(format_erasures(rows), encoding="utf-8")
    fresh.replace(get_erasure_list_path())
