"""Responses to polling: the changed fragment, or 304 if nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import TemplateResponse

from tarokk_club.club.pages.anonymous_page_cache import ANONYMOUS_PAGES
from tarokk_club.club.values.ids import compute_digest

# Polling intervals in milliseconds: at the table, on a wall display or guest page, and on a
# wall display that turns the pages of a long list.
POLL_INTERVALS = {"table": 1500, "wall": 5000, "turning": 12000}
# The number of seconds for which the ETag of a guest page is cached for all guests.
LOOKED_UP = 1


def respond_to_poll(
    request: HttpRequest,
    tag: str,
    context: Callable[[], dict[str, Any]],
    *,
    template: str = "club/sheet/_live.html",
) -> HttpResponseBase:
    """Return the live fragment of a page, or 304 if the client already has this version."""
    if _read_etag(request) == tag:
        return _build_304_response(tag)
    # The next poll requests the same URL, including the query string.
    poll = {"tag": tag, "live_href": request.get_full_path()}
    response = TemplateResponse(request, template, context() | poll)
    response["ETag"] = tag
    return response


def respond_if_not_modified(request: HttpRequest, *facts: object) -> HttpResponseBase | None:
    """Return a 304 if the client has the version of the cached ETag, else None.

    facts: all other values on which the response at this URL depends.
    """
    tag = _read_etag(request)
    if tag and caches[ANONYMOUS_PAGES].get(_build_etag_cache_key(request, facts)) == tag:
        return _build_304_response(tag)
    return None


def cache_etag(request: HttpRequest, response: HttpResponseBase, *facts: object) -> None:
    """Cache the ETag of the response, if it has any, for `respond_if_not_modified`."""
    if tag := response.headers.get("ETag"):
        caches[ANONYMOUS_PAGES].set(_build_etag_cache_key(request, facts), tag, LOOKED_UP)


def _build_etag_cache_key(request: HttpRequest, facts: tuple[object, ...]) -> str:
    return compute_digest(settings.BUILD, request.path, *facts)


def _read_etag(request: HttpRequest) -> str:
    # A proxy that compresses the response makes the ETag weak.
    return request.headers.get("If-None-Match", "").removeprefix("W/")


def _build_304_response(tag: str) -> HttpResponse:
    return HttpResponse(status=304, headers={"ETag": tag})
