"""Refusals for programmes: problem details (RFC 9457) in place of a page."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

# Below this programmes ask, and nobody reads a page.
PROGRAMS = "/api/v1/"
PROBLEM = "application/problem+json"


def for_program(request: HttpRequest) -> bool:
    """Whether a programme asks, who reads no page."""
    return request.path.startswith(PROGRAMS)


def problem(
    status: int,
    detail: str = "",
    *,
    code: str = "",
    errors: Iterable[Mapping[str, Any]] = (),
    **more: Any,
) -> HttpResponse:
    """A refusal. code: what a programme tells it by; errors: field, code and sentence of each."""
    phrase = HTTPStatus(status)
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        detail = detail or _("This cannot be asked here")
    told = {
        "type": "about:blank",
        "title": phrase.phrase,
        "status": status,
        "detail": detail or phrase.description or phrase.phrase,
        "code": code or phrase.name.lower(),
        "errors": list(errors),
    }
    text = json.dumps(told | more, ensure_ascii=False)
    # Half a surrogate pair in what was sent is written as its JSON escape: UTF-8 has no other way.
    return HttpResponse(
        text.encode("utf-8", "backslashreplace"), status=status, content_type=PROBLEM
    )
