"""Errors of the API: field, code and a sentence in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, ValidationError

from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.api.operations import session_tag
from tarokk_club.club.api.writes import HeaderError
from tarokk_club.club.formatting.sentences import problem_sentence
from tarokk_club.club.writing.errors import (
    ConflictError,
    KeyReusedError,
    LaterEntryError,
    SameHandError,
    StaleError,
    TooManyError,
)
from tarokk_club.club.writing.gone_players import MERGED
from tarokk_club.http.problems import problem

# More problems than a program displays at once.
MOST_FAULTS = 20


def register_problem_handlers(api: NinjaAPI) -> None:
    """Register the handlers that turn every refusal of the site into a response of one form."""
    for kind, answer in _ANSWERS.items():
        api.add_exception_handler(kind, answer)


def errors_of(problems: Sequence[Problem], *, event: int | None = None) -> Iterator[dict[str, Any]]:
    """Yield each problem with its field.

    event: index among the events of a document, from 1.
    """
    place = "" if event is None else f"events.{event - 1}"
    for one in problems[:MOST_FAULTS]:
        field = ".".join(part for part in (place, one.field) if part)
        told = {"field": field, "code": one.code, "detail": problem_sentence(one)}
        if one.code == MERGED:
            told["merged_into"] = one.values["merged_into"]
        yield told


def refused(request: HttpRequest, error: Any) -> HttpResponse:
    """Respond with 422 to content that is invalid or does not fit the score book, with 400 if it is
    no JSON, or with 404 if its entry does not exist.
    """
    codes = [one.code for one in error.problems]
    if codes == ["no_such_entry"]:
        return _not_there(request, error)
    errors = list(errors_of(error.problems, event=error.event))
    first = errors[0]["detail"] if errors else ""
    if codes == ["not_json"]:
        return problem(400, first, code="not_json", errors=errors)
    return problem(422, first, code="refused", errors=errors)


def _denied(request: HttpRequest, error: Any) -> HttpResponse:
    return problem(403, str(error))


def _not_there(request: HttpRequest, error: Any) -> HttpResponse:
    return problem(404, _("There is nothing here."))


def _no_key(request: HttpRequest, error: Any) -> HttpResponse:
    answer = problem(401, _("A key that is good is needed: make one under “Your account”."))
    answer.headers["WWW-Authenticate"] = "Bearer"
    return answer


def _invalid_parameter(request: HttpRequest, error: Any) -> HttpResponse:
    """Respond to a path or query parameter of the wrong type."""
    errors = [
        {
            "field": ".".join(str(part) for part in one["loc"][1:]),
            "code": one["type"],
            "detail": one["msg"],
        }
        for one in error.errors[:MOST_FAULTS]
    ]
    return problem(422, errors[0]["detail"] if errors else "", code="invalid", errors=errors)


def _too_many(request: HttpRequest, error: Any) -> HttpResponse:
    answer = problem(429, _("Too much in too short a time; wait a little."))
    answer.headers["Retry-After"] = str(error.seconds)
    return answer


def _conflict(request: HttpRequest, error: Any) -> HttpResponse:
    """Respond with 409 to valid content that the present state of the club does not allow."""
    errors = list(errors_of(error.problems))
    return problem(409, errors[0]["detail"], code="conflict", errors=errors)


def _later(request: HttpRequest, error: Any) -> HttpResponse:
    """Respond with 422 to a valid change that would make a later entry invalid."""
    errors = list(errors_of(error.problems))
    return problem(
        422, errors[0]["detail"], code="later_entry", errors=errors, entry=str(error.entry)
    )


def _stale(request: HttpRequest, error: Any) -> HttpResponse:
    told = _("The session was changed meanwhile. Read it once more, then send it again.")
    answer = problem(412, told, code="stale", version=error.current)
    answer.headers["ETag"] = session_tag(error.current)
    return answer


def _reused(request: HttpRequest, error: Any) -> HttpResponse:
    told = _("This key was sent before with other content; take a new one.")
    return problem(409, told, code="key_reused")


def _same_hand(request: HttpRequest, error: Any) -> HttpResponse:
    """Respond with 409 to content without a key that may be a repetition.

    entry: id of the entry with the same content.
    """
    told = _(
        "The same was entered less than two minutes ago. If this is another one, send it once"
        " more with again=true."
    )
    return problem(409, told, code="same_hand", entry=str(error.entry))


def _header(request: HttpRequest, error: Any) -> HttpResponse:
    told = _("The header %(header)s is missing, or is not what it should be.")
    errors = [{"field": error.header, "code": "header", "detail": told % {"header": error.header}}]
    return problem(error.status, errors[0]["detail"], code="header", errors=errors)


def _too_large(request: HttpRequest, error: Any) -> HttpResponse:
    return problem(413)


_ANSWERS: dict[type[Exception], Any] = {
    RefusedError: refused,
    ConflictError: _conflict,
    LaterEntryError: _later,
    StaleError: _stale,
    KeyReusedError: _reused,
    SameHandError: _same_hand,
    HeaderError: _header,
    RequestDataTooBig: _too_large,
    PermissionDenied: _denied,
    Http404: _not_there,
    AuthenticationError: _no_key,
    ValidationError: _invalid_parameter,
    TooManyError: _too_many,
}
