"""What a waiting phone asks for: the changed part, or 304 while nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import TemplateResponse

from tarokk_club.club.pages.anonymous_page_cache import ANONYMOUS_PAGES
from tarokk_club.club.values.ids import digest

# How often a page that follows asks, in milliseconds: at the table, on a wall or from outside, and
# where a wall turns over a list that is too long for it.
PACE = {"table": 1500, "wall": 5000, "turning": 12000}
# For how many seconds what guests see is not looked up again, however many of them ask.
LOOKED_UP = 1


def polled(
    request: HttpRequest,
    tag: str,
    context: Callable[[], dict[str, Any]],
    *,
    template: str = "club/sheet/_live.html",
) -> HttpResponseBase:
    """The changing part of a page, or nothing where the phone shows it as it is."""
    if _tag_of(request) == tag:
        return _unchanged(tag)
    # What was asked for at the address is asked for again.
    told = {"tag": tag, "live_href": request.get_full_path()}
    answer = TemplateResponse(request, template, context() | told)
    answer["ETag"] = tag
    return answer


def looked_up_lately(request: HttpRequest, *facts: object) -> HttpResponseBase | None:
    """304 for a phone that has what was found here a moment ago; None where that is not known.

    facts: all that makes the answer at this address another one for another asker.
    """
    tag = _tag_of(request)
    if tag and caches[ANONYMOUS_PAGES].get(_lately(request, facts)) == tag:
        return _unchanged(tag)
    return None


def keep_for_the_next(request: HttpRequest, answer: HttpResponseBase, *facts: object) -> None:
    """Note what was found, for `looked_up_lately`; an answer without a tag is not kept."""
    if tag := answer.headers.get("ETag"):
        caches[ANONYMOUS_PAGES].set(_lately(request, facts), tag, LOOKED_UP)


def _lately(request: HttpRequest, facts: tuple[object, ...]) -> str:
    return digest(settings.BUILD, request.path, *facts)


def _tag_of(request: HttpRequest) -> str:
    # A proxy that packs the answer calls the tag weak.
    return request.headers.get("If-None-Match", "").removeprefix("W/")


def _unchanged(tag: str) -> HttpResponse:
    return HttpResponse(status=304, headers={"ETag": tag})
