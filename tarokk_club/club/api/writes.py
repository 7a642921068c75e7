"""Headers and bodies of API writes: idempotency key, expected version and record."""

from __future__ import annotations

import re
from typing import Any
from uuid import uuid4

from django.http import HttpRequest
from ninja import Schema

from scoring.parsing import parse_strict_json
from tarokk_club.club.api.operations import describe_body
from tarokk_club.club.models import User
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.writing.unit_of_work import Submission

_TAG = re.compile(r'(?:W/)?"v(\d{1,9})(?:-[0-9a-f]*)?"')
# A version that no session has, so that an invalid tag counts as stale.
_NEVER = -1


class HeaderError(Exception):
    """A request header is missing or invalid.

    status: the status of the response.
    """

    def __init__(self, header: str, status: int) -> None:
        super().__init__(header)
        self.header, self.status = header, status


UUID_PATTERN = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"


def read_api_submission(
    request: HttpRequest, by: User, *, versioned: bool, keyed: bool = True, reason: str = ""
) -> Submission:
    """Return the submission with the idempotency key and the version from the headers.

    by: the user who submits it.
    versioned: whether If-Match is required.
    keyed: whether Idempotency-Key is required; otherwise a missing key is generated.
    reason: the reason for the change; "" for none.
    Raise HeaderError if a required header is missing, or if the key is invalid.
    """
    key = read_id(request.headers.get("Idempotency-Key", ""))
    if not (keyed or has_idempotency_key(request)):
        key = uuid4()
    if key is None:
        raise HeaderError("Idempotency-Key", 400)
    version = read_expected_version(request, needed=versioned)
    return Submission(key=key, by=by, version=version, reason=reason)


def has_idempotency_key(request: HttpRequest) -> bool:
    """Return whether the request has the header Idempotency-Key."""
    return "Idempotency-Key" in request.headers


def read_expected_version(request: HttpRequest, *, needed: bool) -> int | None:
    """Return the version in If-Match; None for any version or no header, -1 for an invalid header.

    Raise HeaderError if the header is missing although it is needed.
    """
    tag = request.headers.get("If-Match")
    if tag is None and needed:
        raise HeaderError("If-Match", 428)
    if tag is None or tag == "*":
        return None
    match = _TAG.fullmatch(tag.strip())
    return int(match[1]) if match else _NEVER


def parse_json_body(request: HttpRequest) -> Any:
    """Return the JSON of the request body.

    Raise RefusedError if it cannot be parsed.
    """
    return parse_strict_json(request.body)


def describe_write(
    shape: type[Schema] | None, *, versioned: bool, keyed: bool = True
) -> dict[str, Any]:
    """Return the OpenAPI fragment of a write: its body, if any, and its two headers."""
    without = "" if keyed else " Without one a repetition within two minutes is refused."
    key = {
        "name": "Idempotency-Key",
        "in": "header",
        "required": keyed,
        "description": f"A UUID of yours: the same once more is not booked twice.{without}",
        # A pattern, as clients generated from `format: uuid` cannot put the type in a header.
        "schema": {"type": "string", "pattern": UUID_PATTERN},
    }
    match = {
        "name": "If-Match",
        "in": "header",
        "required": versioned,
        "description": "The tag of the session as it was read.",
        "schema": {"type": "string"},
    }
    return (describe_body(shape) if shape else {}) | {"parameters": [key, match]}
