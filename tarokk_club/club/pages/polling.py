"""Polling: the fragment that changed, or 304 while nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import TemplateResponse

from tarokk_club.club.pages.anonymous_page_cache import ANONYMOUS_PAGES
from tarokk_club.club.values.ids import digest

# Polling intervals in milliseconds: at the table, on a wall display or from outside, and
# on a wall display that pages through a long list.
PACE = {"table": 1500, "wall": 5000, "turning": 12000}
# Seconds for which the guests' page is not looked up again, however many guests poll.
LOOKED_UP = 1


def polled(
    request: HttpRequest,
    tag: str,
    context: Callable[[], dict[str, Any]],
    *,
    template: str = "club/sheet/_live.html",
) -> HttpResponseBase:
    """Return the live fragment of a page, or 304 if the client already shows this version."""
    if _tag_of(request) == tag:
        return _unchanged(tag)
    # The next poll requests the same URL, query string included.
    told = {"tag": tag, "live_href": request.get_full_path()}
    answer = TemplateResponse(request, template, context() | told)
    answer["ETag"] = tag
    return answer


def not_modified_lately(request: HttpRequest, *facts: object) -> HttpResponseBase | None:
    """Return 304 if the client has the version that was looked up a moment ago, else None.

    facts: all other values on which the response at this URL depends.
    """
    tag = _tag_of(request)
    if tag and caches[ANONYMOUS_PAGES].get(_lately(request, facts)) == tag:
        return _unchanged(tag)
    return None


def remember_etag(request: HttpRequest, answer: HttpResponseBase, *facts: object) -> None:
    """Cache the ETag of the response for `looked_up_lately`; a response without one is ignored."""
    if tag := answer.headers.get("ETag"):
        caches[ANONYMOUS_PAGES].set(_lately(request, facts), tag, LOOKED_UP)


def _lately(request: HttpRequest, facts: tuple[object, ...]) -> str:
    return digest(settings.BUILD, request.path, *facts)


def _tag_of(request: HttpRequest) -> str:
    # A proxy that compresses the response makes the ETag weak.
    return request.headers.get("If-None-Match", "").removeprefix("W/")


def _unchanged(tag: str) -> HttpResponse:
    return HttpResponse(status=304, headers={"ETag": tag})
