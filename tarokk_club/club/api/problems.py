"""The API's error responses, as problem details (RFC 9457)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, ValidationError

from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.api.operations import format_session_etag
from tarokk_club.club.api.writes import HeaderError
from tarokk_club.club.formatting.sentences import render_problem
from tarokk_club.club.writing.errors import (
    ConflictError,
    KeyReusedError,
    LaterEntryError,
    RepeatedEventError,
    StaleError,
    TooManyError,
)
from tarokk_club.club.writing.removed_players import MERGED
from tarokk_club.http.problems import build_problem_response

# The maximum number of problems in a response.
MOST_FAULTS = 20


def register_problem_handlers(api: NinjaAPI) -> None:
    """Register a handler for each error that a use case or loader can raise."""
    for kind, handler in _HANDLERS.items():
        api.add_exception_handler(kind, handler)


def serialize_problems(
    problems: Sequence[Problem], *, event: int | None = None
) -> Iterator[dict[str, Any]]:
    """Yield the problems, at most MOST_FAULTS, as items of `errors`.

    event: the index of the refused event in a document, from 1.
    """
    place = "" if event is None else f"events.{event - 1}"
    for fault in problems[:MOST_FAULTS]:
        field = ".".join(part for part in (place, fault.field) if part)
        error = {"field": field, "code": fault.code, "detail": render_problem(fault)}
        if fault.code == MERGED:
            error["merged_into"] = fault.values["merged_into"]
        yield error


def _handle_refused(request: HttpRequest, error: Any) -> HttpResponse:
    """Return a 422 for refused content, a 400 if it is not JSON, or a 404 for a missing entry."""
    codes = [fault.code for fault in error.problems]
    if codes == ["no_such_entry"]:
        return _handle_not_found(request, error)
    errors = list(serialize_problems(error.problems, event=error.event))
    first = errors[0]["detail"] if errors else ""
    if codes == ["not_json"]:
        return build_problem_response(400, first, code="not_json", errors=errors)
    return build_problem_response(422, first, code="refused", errors=errors)


def _handle_denied(request: HttpRequest, error: Any) -> HttpResponse:
    return build_problem_response(403, str(error))


def _handle_not_found(request: HttpRequest, error: Any) -> HttpResponse:
    return build_problem_response(404, _("There is nothing here."))


def _handle_invalid_key(request: HttpRequest, error: Any) -> HttpResponse:
    answer = build_problem_response(401, _("A valid key is needed: make one under “Your account”."))
    answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def _handle_invalid_parameter(request: HttpRequest, error: Any) -> HttpResponse:
    """Return a 422 for an invalid path or query parameter."""
    errors = [
        {
            "field": ".".join(str(part) for part in item["loc"][1:]),
            "code": item["type"],
            "detail": item["msg"],
        }
        for item in error.errors[:MOST_FAULTS]
    ]
    return build_problem_response(
        422, errors[0]["detail"] if errors else "", code="invalid", errors=errors
    )


def _handle_too_many(request: HttpRequest, error: Any) -> HttpResponse:
    answer = build_problem_response(429, _("Too much in too short a time; wait a little."))
    answer.headers["Retry-After"] = str(error.seconds)
    return answer


def _handle_conflict(request: HttpRequest, error: Any) -> HttpResponse:
    """Return a 409 for valid content that conflicts with the current state of the club."""
    errors = list(serialize_problems(error.problems))
    return build_problem_response(409, errors[0]["detail"], code="conflict", errors=errors)


def _handle_later_entry(request: HttpRequest, error: Any) -> HttpResponse:
    """Return a 422 for a valid change that would make a later entry invalid."""
    errors = list(serialize_problems(error.problems))
    return build_problem_response(
        422, errors[0]["detail"], code="later_entry", errors=errors, entry=str(error.entry)
    )


def _handle_stale(request: HttpRequest, error: Any) -> HttpResponse:
    text = _("The session was changed meanwhile. Read it once more, then send it again.")
    answer = build_problem_response(412, text, code="stale", version=error.current)
    answer.headers["ETag"] = format_session_etag(error.current)
    return answer


def _handle_key_reused(request: HttpRequest, error: Any) -> HttpResponse:
    text = _("This key was already sent with other content; use a new one.")
    return build_problem_response(409, text, code="key_reused")


def _handle_same_hand(request: HttpRequest, error: Any) -> HttpResponse:
    """Return a 409 for a write that has no key and may be a resubmission.

    The response contains the id of the entry with the same content.
    """
    text = _(
        "The same was entered less than two minutes ago. If this is another one, send it once"
        " more with again=true."
    )
    return build_problem_response(409, text, code="same_hand", entry=str(error.entry))


def _handle_header(request: HttpRequest, error: Any) -> HttpResponse:
    text = _("The header %(header)s is missing, or is not what it should be.")
    errors = [{"field": error.header, "code": "header", "detail": text % {"header": error.header}}]
    return build_problem_response(error.status, errors[0]["detail"], code="header", errors=errors)


def _handle_too_large(request: HttpRequest, error: Any) -> HttpResponse:
    return build_problem_response(413)


_HANDLERS: dict[type[Exception], Any] = {
    RefusedError: _handle_refused,
    ConflictError: _handle_conflict,
    LaterEntryError: _handle_later_entry,
    StaleError: _handle_stale,
    KeyReusedError: _handle_key_reused,
    RepeatedEventError: _handle_same_hand,
    HeaderError: _handle_header,
    RequestDataTooBig: _handle_too_large,
    PermissionDenied: _handle_denied,
    Http404: _handle_not_found,
    AuthenticationError: _handle_invalid_key,
    ValidationError: _handle_invalid_parameter,
    TooManyError: _handle_too_many,
}
