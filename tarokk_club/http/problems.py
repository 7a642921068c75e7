"""Refusals for API clients: problem details (RFC 9457) instead of a page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

# Only API clients use paths below this.
API_PREFIX = "/api/v1/"
PROBLEM = "application/problem+json"


def is_api_request(request: HttpRequest) -> bool:
    """Return whether the request is for the API, whose clients read no pages."""
    return request.path.startswith(API_PREFIX)


def build_problem_response(
    status: int,
    detail: str = "",
    *,
    code: str = "",
    errors: Iterable[Mapping[str, Any]] = (),
    **more: Any,
) -> HttpResponse:
    """Return a refusal as problem details.

    code: kind of refusal, for programs; by default from the status.
    errors: field, code and sentence of each error.
    more: further keys.
    """
    phrase = HTTPStatus(status)
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        detail = detail or _("This cannot be asked here")
    content = {
        "type": "about:blank",
        "title": phrase.phrase,
        "status": status,
        "detail": detail or phrase.description or phrase.phrase,
        "code": code or phrase.name.lower(),
        "errors": list(errors),
    }
    text = json.dumps(content | more, ensure_ascii=False)
    # A lone surrogate is written as its JSON escape, because UTF-8 cannot encode it.
    return HttpResponse(
        text.encode("utf-8", "backslashreplace"), status=status, content_type=PROBLEM
    )
