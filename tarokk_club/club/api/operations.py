"""Functions common to API endpoints: query parameters, ETags, headers and OpenAPI fragments."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Mapping
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from ninja import Schema
from ninja.errors import ValidationError

from tarokk_club.club.api.rate_limits import add_rate_limit_headers
from tarokk_club.club.writing.permissions import Access
from tarokk_club.http.metrics import READING
from tarokk_club.http.problems import PROBLEM

View = Callable[..., HttpResponseBase]
# The path of the schemas in the OpenAPI document.
_SHAPES = "#/components/schemas/"


def wrap_for_api(view: View, access: Access) -> View:
    """Wrap a view for API clients: ignore cookies, and add ETag and rate limit headers.

    Without cookies, forms on other sites cannot write anything.
    """

    @wraps(view)
    def call_without_cookies(request: HttpRequest, **parts: Any) -> HttpResponseBase:
        request.user = AnonymousUser()
        method = request.method
        if method == "HEAD":
            request.method = "GET"
        try:
            response = view(request, **parts)
        finally:
            request.method = method
        add_headers = _respond_with_etag if method in READING else _add_write_headers
        final = add_headers(request, response)
        add_rate_limit_headers(request, final)
        return final

    call_without_cookies.access = access  # type: ignore[attr-defined]  # read by the system check
    return login_not_required(csrf_exempt(call_without_cookies))


def _respond_with_etag(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Return the response with its ETag and Link headers, or a 304 if the client already has it.

    A response with another status than 200 is unchanged.
    """
    if not isinstance(response, HttpResponse) or response.status_code != 200:
        return response
    mark = hashlib.sha256(response.content).hexdigest()[:24]
    tag = f'"{build_etag_prefix(request)}{mark}"'
    response.headers["ETag"] = tag
    _add_next_link(request, response)
    return get_conditional_response(request, etag=tag, response=response) or response


def refuse_unknown_parameters(request: HttpRequest, names: Collection[str] = ()) -> None:
    """Raise ValidationError for query parameters with other names instead of ignoring them."""
    sentence = _("There is no parameter “%(name)s” here.")
    errors = [
        {"loc": ("query", name), "type": "unknown", "msg": sentence % {"name": name[:80]}}
        for name in sorted(set(request.GET) - set(names))
    ]
    if errors:
        raise ValidationError(errors)


def store_next_cursor(request: HttpRequest, answer: object) -> None:
    """Store the cursor of a list's next page, if any, on the request for the Link header."""
    cursor = getattr(answer, "next", None)
    if isinstance(cursor, str):
        request.next_cursor = cursor  # type: ignore[attr-defined]


def _add_next_link(request: HttpRequest, response: HttpResponseBase) -> None:
    cursor = getattr(request, "next_cursor", None)
    if cursor:
        query = request.GET.copy()
        query["cursor"] = cursor
        response.headers["Link"] = f'<{request.path}?{query.urlencode()}>; rel="next"'


def store_write_result(request: HttpRequest, version: int, created: str = "") -> None:
    """Store the result of a write on the request for the headers of the response.

    created: the path of the created object; "" if none was created.
    """
    request.write = (version, created)  # type: ignore[attr-defined]


def _add_write_headers(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Add the session's version as the ETag; for a created object, add 201 and Location."""
    version, created = getattr(request, "write", (None, ""))
    if version is None or response.status_code != 200:
        return response
    response.headers["ETag"] = format_session_etag(version)
    if created:
        response.status_code = 201
        response.headers["Location"] = created
    return response


def format_session_etag(version: int) -> str:
    """Return the ETag of a session at this version."""
    return f'"v{version}"'


def build_etag_prefix(request: HttpRequest) -> str:
    """Return the start of the ETag, which contains the session's version; "" without a session.

    Corrections send the ETag in If-Match.
    """
    version = getattr(request, "read_version", None)
    return "" if version is None else f"v{version}-"


def describe_body(shape: type[Schema]) -> dict[str, Any]:
    """Return the OpenAPI fragment of a request body.

    The view itself parses the body, after checking the user's right.
    """
    schema = {"$ref": f"{_SHAPES}{shape.__name__}"}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def add_problem_schemas(document: dict[str, Any], shapes: Mapping[str, Any]) -> dict[str, Any]:
    """Add these schemas and the format of error responses to the document; return the document."""
    document["components"].setdefault("schemas", {}).update(shapes)
    refusal = {"application/problem+json": {"schema": {"$ref": f"{_SHAPES}Problem"}}}
    for operations in document["paths"].values():
        for operation in operations.values():
            operation["responses"] = {
                str(status): answer | ({"content": refusal} if int(status) >= 400 else {})
                for status, answer in operation["responses"].items()
            }
    return document


__all__ = ["PROBLEM", "add_problem_schemas", "build_etag_prefix", "describe_body", "wrap_for_api"]
