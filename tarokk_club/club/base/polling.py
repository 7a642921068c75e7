"""What a waiting phone asks for: the changed part, or 304 while nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import TemplateResponse


def polled(
    request: HttpRequest,
    tag: str,
    context: Callable[[], dict[str, Any]],
    *,
    template: str = "club/sheet/_live.html",
) -> HttpResponseBase:
    """The changing part of a page, or nothing where the phone shows it as it is."""
    # A proxy that packs the answer calls the tag weak.
    if request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
        return HttpResponse(status=304, headers={"ETag": tag})
    told = {"tag": tag, "live_href": request.path}
    answer = TemplateResponse(request, template, context() | told)
    answer["ETag"] = tag
    return answer
