"""Evenings as documents, for tests about files: taken in by the unit of work."""

import json
from datetime import date
from pathlib import Path
from typing import Any
from uuid import uuid4

from support.club_factories import a_club, a_form, a_user
from tarokk_club.club.models import Club, Session
from tarokk_club.club.transfer.usecases.import_session import import_session
from tarokk_club.club.transfer.usecases.incoming import read_incoming

EXAMPLES = sorted((Path(__file__).parent.parent / "scoring" / "examples").glob("*.json"))
TODAY = date(2026, 11, 21)
NAMES = ["Anna", "Béla", "Csaba", "Dóra"]
PASSED = {"type": "hand", "outcome": "passed_out"}


def an_empty_club(name: str = "Óbuda") -> Club:
    """A club that nobody has played in."""
    return a_club(name, a_user(f"founder-{uuid4()}"))


def taken_in(club: Club, data: bytes) -> Session:
    """The session of a document, taken in by the operator."""
    incoming = read_incoming(data, today=TODAY)
    return import_session(club_id=club.id, form=a_form(), incoming=incoming)


def document(*events: Any, **changes: Any) -> dict[str, Any]:
    """A document of Paskievics with four players and these events, or as the changes say."""
    raw = {
        "format": "tarokk-session",
        "version": 1,
        "game": "paskievics",
        "players": NAMES,
        "dealer": "Anna",
        "events": list(events),
    }
    return raw | changes


def as_bytes(raw: Any) -> bytes:
    """The document as a file."""
    return json.dumps(raw, ensure_ascii=False).encode()


def agreed(note: str, **points: int) -> dict[str, Any]:
    """An adjustment that was agreed at the table."""
    return {"type": "adjust", "points": points, "note": note}
