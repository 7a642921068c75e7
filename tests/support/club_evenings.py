"""Session documents for tests about files, and their import."""

import json
from datetime import date
from pathlib import Path
from typing import Any
from uuid import uuid4

from support.club_factories import a_club, a_form, a_user
from tarokk_club.club.models import Club, Session
from tarokk_club.club.transfer.usecases.session_documents import (
    import_session,
    read_incoming_document,
)

EXAMPLES = sorted((Path(__file__).parent.parent / "scoring" / "examples").glob("*.json"))
TODAY = date(2026, 11, 21)
NAMES = ["Anna", "Béla", "Csaba", "Dóra"]
PASSED = {"type": "hand", "outcome": "passed_out"}


def an_empty_club(name: str = "Óbuda") -> Club:
    """Create a club without sessions."""
    return a_club(name, a_user(f"founder-{uuid4()}"))


def import_document(club: Club, data: bytes) -> Session:
    """Import a document as the operator and return the session."""
    incoming = read_incoming_document(data, today=TODAY)
    return import_session(club_id=club.id, form=a_form(), incoming=incoming)


def document(*events: Any, **changes: Any) -> dict[str, Any]:
    """Return a document of Paskievics with four players and these events.

    changes: keys to replace.
    """
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
    """Return the document as the content of a file."""
    return json.dumps(raw, ensure_ascii=False).encode()


def adjustment(note: str, **points: int) -> dict[str, Any]:
    """Return an adjustment event."""
    return {"type": "adjust", "points": points, "note": note}
