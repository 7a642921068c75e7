"""Request headers and bodies of API writes: the idempotency key and the expected version."""

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
# No session has this version, so a tag without a version counts as stale.
_NEVER = -1


class HeaderError(Exception):
    """A header is missing or invalid.

    status: status code of the response.
    """

    def __init__(self, header: str, status: int) -> None:
        super().__init__(header)
        self.header, self.status = header, status


UUID_PATTERN = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"


def submission_of(
    request: HttpRequest, by: User, *, versioned: bool, keyed: bool = True, reason: str = ""
) -> Submission:
    """Return the submission described by the headers.

    versioned: whether If-Match is required.
    keyed: whether Idempotency-Key is required; otherwise a missing key is generated.
    reason: why something is changed, "" if no reason is given.
    Raise HeaderError if a required header is missing, or if the key is invalid.
    """
    key = read_id(request.headers.get("Idempotency-Key", ""))
    if not (keyed or has_key(request)):
        key = uuid4()
    if key is None:
        raise HeaderError("Idempotency-Key", 400)
    version = expected_version(request, needed=versioned)
    return Submission(key=key, by=by, version=version, reason=reason)


def has_key(request: HttpRequest) -> bool:
    """Return whether the request has an Idempotency-Key, by which a repetition is recognised."""
    return "Idempotency-Key" in request.headers


def expected_version(request: HttpRequest, *, needed: bool) -> int | None:
    """Return the version in If-Match, or None if any version will do.

    Raise HeaderError if the header is needed and missing.
    """
    told = request.headers.get("If-Match")
    if told is None and needed:
        raise HeaderError("If-Match", 428)
    if told is None or told == "*":
        return None
    found = _TAG.fullmatch(told.strip())
    return int(found[1]) if found else _NEVER


def parse_body(request: HttpRequest) -> Any:
    """Return the JSON of the request body.

    Raise RefusedError if it cannot be parsed.
    """
    return parse(request.body)


def describe_write(
    shape: type[Schema] | None, *, versioned: bool, keyed: bool = True
) -> dict[str, Any]:
    """Return the OpenAPI fragment of a write: the request body, if any, and the two headers."""
    without = "" if keyed else " Without one a repetition within two minutes is refused."
    key = {
        "name": "Idempotency-Key",
        "in": "header",
        "required": keyed,
        "description": f"A UUID of yours: the same once more is not booked twice.{without}",
        # A pattern, as generated clients turn the format into a type no header can hold.
        "schema": {"type": "string", "pattern": UUID_PATTERN},
    }
    match = {
        "name": "If-Match",
        "in": "header",
        "required": versioned,
        "description": "The tag of the session as it was read.",
        "schema": {"type": "string"},
    }
    return (body_of(shape) if shape else {}) | {"parameters": [key, match]}
