"""How an address for programmes is declared, and what becomes of every question and answer."""

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

from tarokk_club.club.writing.permissions import Access
from tarokk_club.http.problems import PROBLEM

View = Callable[..., HttpResponseBase]
# Where in the document the shapes stand.
_SHAPES = "#/components/schemas/"


def for_programs(view: View, access: Access) -> View:
    """The view as it answers programmes: cookies are not listened to, so no form of another site
    can send anything, and what was answered before is not sent again.
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
        return _tagged(request, response)

    answer.access = access  # type: ignore[attr-defined]  # read by the system check
    return login_not_required(csrf_exempt(answer))


def _tagged(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """The answer with a tag of what it says; nothing but 304 where the programme has it already."""
    if request.method == "POST" or not isinstance(response, HttpResponse):
        return response
    if response.status_code != 200:
        return response
    mark = hashlib.sha256(response.content).hexdigest()[:24]
    tag = f'"{version_of(request)}{mark}"'
    response.headers["ETag"] = tag
    return get_conditional_response(request, etag=tag, response=response) or response


def version_of(request: HttpRequest) -> str:
    """How the tag begins where a session was read: a correction names it in If-Match."""
    version = getattr(request, "read_version", None)
    return "" if version is None else f"v{version}-"


def body_of(shape: type[Schema]) -> dict[str, Any]:
    """The part of an operation that says what is sent; the view reads it itself, after the right
    was looked at, and by the reader that the site has for it.
    """
    schema = {"$ref": f"{_SHAPES}{shape.__name__}"}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def with_problems(document: dict[str, Any], shapes: Mapping[str, Any]) -> dict[str, Any]:
    """The document with further shapes, and refusals under their own media type."""
    document["components"].setdefault("schemas", {}).update(shapes)
    refusal = {"application/problem+json": {"schema": {"$ref": f"{_SHAPES}Problem"}}}
    for operations in document["paths"].values():
        for operation in operations.values():
            operation["responses"] = {
                str(status): answer | ({"content": refusal} if int(status) >= 400 else {})
                for status, answer in operation["responses"].items()
            }
    return document


__all__ = ["PROBLEM", "body_of", "for_programs", "version_of", "with_problems"]
