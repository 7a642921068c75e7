"""How an API endpoint is declared, and how every request and response is processed."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.views.decorators.csrf import csrf_exempt
from ninja import Schema

from tarokk_club.club.api.pace import add_pace_headers
from tarokk_club.club.writing.permissions import Access
from tarokk_club.http.metrics import READING
from tarokk_club.http.problems import PROBLEM

View = Callable[..., HttpResponseBase]
# The path of the schemas in the document.
_SHAPES = "#/components/schemas/"


def as_api_view(view: View, access: Access) -> View:
    """Wrap a view for API clients: ignore cookies, and respond to a GET with an ETag or 304.

    As cookies are ignored, a form on another site cannot send anything.
    """

    @wraps(view)
    def answer(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        request.user = AnonymousUser()
        asked = request.method
        if asked == "HEAD":
            request.method = "GET"
        try:
            response = view(request, **parts)
        finally:
            request.method = asked
        told = _add_etag if asked in READING else _tell_write
        final = told(request, response)
        add_pace_headers(request, final)
        return final

    answer.access = access  # type: ignore[attr-defined]  # read by the system check
    return login_not_required(csrf_exempt(answer))


def _add_etag(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Return the response with an ETag of its content, or 304 if the client has that content
    already.
    """
    if not isinstance(response, HttpResponse) or response.status_code != 200:
        return response
    mark = hashlib.sha256(response.content).hexdigest()[:24]
    tag = f'"{version_of(request)}{mark}"'
    response.headers["ETag"] = tag
    _add_next_link(request, response)
    return get_conditional_response(request, etag=tag, response=response) or response


def note_next_page(request: HttpRequest, answer: object) -> None:
    """Note for the headers of the response where a list goes on, if it is one and does."""
    cursor = getattr(answer, "next", None)
    if isinstance(cursor, str):
        request.next_cursor = cursor  # type: ignore[attr-defined]


def _add_next_link(request: HttpRequest, response: HttpResponseBase) -> None:
    cursor = getattr(request, "next_cursor", None)
    if cursor:
        query = request.GET.copy()
        query["cursor"] = cursor
        response.headers["Link"] = f'<{request.path}?{query.urlencode()}>; rel="next"'


def note_write(request: HttpRequest, version: int, created: str = "") -> None:
    """Note for the headers of the response what a write saved.

    created: path of what is new, "" if nothing is.
    """
    request.write = (version, created)  # type: ignore[attr-defined]


def _tell_write(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Return the response to a write with the session's version as its ETag, and as 201 with the
    Location of what was created.
    """
    version, created = getattr(request, "write", (None, ""))
    if version is None or response.status_code != 200:
        return response
    response.headers["ETag"] = session_tag(version)
    if created:
        response.status_code = 201
        response.headers["Location"] = created
    return response


def session_tag(version: int) -> str:
    """Return the ETag of a session at this version."""
    return f'"v{version}"'


def version_of(request: HttpRequest) -> str:
    """Return the start of the ETag, or "" if no session was read.

    A correction sends it in If-Match.
    """
    version = getattr(request, "read_version", None)
    return "" if version is None else f"v{version}-"


def body_of(shape: type[Schema]) -> dict[str, Any]:
    """Return the OpenAPI fragment that describes the request body.

    The view parses the body itself with the site's own parser, after the right was checked.
    """
    schema = {"$ref": f"{_SHAPES}{shape.__name__}"}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def with_problems(document: dict[str, Any], shapes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the document with further schemas, and with refusals under their own media type."""
    document["components"].setdefault("schemas", {}).update(shapes)
    refusal = {"application/problem+json": {"schema": {"$ref": f"{_SHAPES}Problem"}}}
    for operations in document["paths"].values():
        for operation in operations.values():
            operation["responses"] = {
                str(status): answer | ({"content": refusal} if int(status) >= 400 else {})
                for status, answer in operation["responses"].items()
            }
    return document


__all__ = ["PROBLEM", "as_api_view", "body_of", "version_of", "with_problems"]
