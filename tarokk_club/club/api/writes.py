"""What every write of a programme says in its head: its key, and the version it is about."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

from django.http import HttpRequest
from ninja import Schema

from scoring.parsing import parse
from tarokk_club.club.api.operations import body_of
from tarokk_club.club.models import User
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.writing.unit_of_work import Submission

_TAG = re.compile(r'(?:W/)?"v(\d{1,9})(?:-[0-9a-f]*)?"')
# No session ever has it, so a tag that names none is a tag of an older state.
_NEVER = -1


class HeaderError(Exception):
    """A header is missing or is not what it should be; status: what is answered."""

    def __init__(self, header: str, status: int) -> None:
        super().__init__(header)
        self.header, self.status = header, status


UUID_PATTERN = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"


def submission_of(
    request: HttpRequest, by: User, *, versioned: bool, keyed: bool = True
) -> Submission:
    """The submission that the headers make; versioned: If-Match must stand there; keyed: so must
    the key, else one is made where none was sent.

    Raises HeaderError.
    """
    key = read_id(request.headers.get("Idempotency-Key", ""))
    if not (keyed or has_key(request)):
        key = uuid4()
    if key is None:
        raise HeaderError("Idempotency-Key", 400)
    return Submission(key=key, by=by, version=version_asked(request, needed=versioned))


def has_key(request: HttpRequest) -> bool:
    """Whether the program sent a key, so that a repetition is recognised by it."""
    return "Idempotency-Key" in request.headers


def version_asked(request: HttpRequest, *, needed: bool) -> int | None:
    """The version that If-Match names; None where any will do. Raises HeaderError."""
    told = request.headers.get("If-Match")
    if told is None and needed:
        raise HeaderError("If-Match", 428)
    if told is None or told == "*":
        return None
    found = _TAG.fullmatch(told.strip())
    return int(found[1]) if found else _NEVER


def body_in(request: HttpRequest) -> Any:
    """The JSON that was sent. Raises RefusedError."""
    return parse(request.body)


def written_with(shape: type[Schema], *, versioned: bool, keyed: bool = True) -> dict[str, Any]:
    """What the document says of a write: what is sent, and the two headers."""
    without = "" if keyed else " Without one a repetition within two minutes is refused."
    key = {
        "name": "Idempotency-Key",
        "in": "header",
        "required": keyed,
        "description": f"A UUID of yours: the same once more is not booked twice.{without}",
        # A pattern and not the format, of which generated clients make what no header can hold.
        "schema": {"type": "string", "pattern": UUID_PATTERN},
    }
    match = {
        "name": "If-Match",
        "in": "header",
        "required": versioned,
        "description": "The tag of the session as it was read.",
        "schema": {"type": "string"},
    }
    return body_of(shape) | {"parameters": [key, match]}
