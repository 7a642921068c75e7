"""A page, or the part of it that htmx asks for: all that htmx says and is told stands here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import resolve_url
from django.template.response import TemplateResponse
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRefresh, replace_url

from tarokk_club.club.pages.responses import page

HEADER = "HX-Request"
TARGET = "HX-Target"
FOUND = 302


def asks_part(request: HttpRequest) -> bool:
    """Whether htmx asks, and not for a whole page because somebody went back in the history."""
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request


def asked_for_part(request: HttpRequest) -> tuple[bool, str | None]:
    """Whether htmx asks for a part, and for which: what tells kept answers apart."""
    return asks_part(request), request.headers.get(TARGET)


def page_or_part(
    request: HttpRequest, whole: str, part: str, context: dict[str, Any]
) -> TemplateResponse:
    """One address answers both; `part` is the template that `whole` includes."""
    answer = page(request, part if asks_part(request) else whole, context)
    patch_vary_headers(answer, [HEADER])
    return answer


def now_at(answer: TemplateResponse, address: str) -> TemplateResponse:
    """Let the browser's address line follow what the part shows."""
    replaced: TemplateResponse = replace_url(answer, address)
    return replaced


def whole_page(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Whoever asks for a part and is signed out loads the page anew, which leads to the sign-in.

    A browser would follow the way there unseen, and htmx would put the form of signing in where
    the part was.
    """

    def answered(request: HttpRequest) -> HttpResponseBase:
        answer = get_response(request)
        if answer.status_code != FOUND or not asks_part(request):
            return answer
        if not answer["Location"].startswith(resolve_url(settings.LOGIN_URL)):
            return answer
        anew: HttpResponse = HttpResponseClientRefresh()
        anew.cookies = answer.cookies
        return anew

    return answered
