"""All code that depends on htmx: whether a request wants a page or a fragment, and the
responses.
"""

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


def is_fragment_request(request: HttpRequest) -> bool:
    """Return whether htmx requests a fragment, and not a whole page to restore its history."""
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request


def fragment_request_key(request: HttpRequest) -> tuple[bool, str | None]:
    """Return whether htmx requests a fragment and the id of its target, which belong in a cache
    key.
    """
    return is_fragment_request(request), request.headers.get(TARGET)


def render_page_or_fragment(
    request: HttpRequest, whole: str, part: str, context: dict[str, Any]
) -> TemplateResponse:
    """Render the whole page, or only the fragment if htmx requests one, at the same URL.

    part: template of the fragment, which `whole` includes.
    """
    answer = page(request, part if is_fragment_request(request) else whole, context)
    patch_vary_headers(answer, [HEADER])
    return answer


def set_browser_url(answer: TemplateResponse, address: str) -> TemplateResponse:
    """Set the URL that the browser shows to the one of the fragment."""
    replaced: TemplateResponse = replace_url(answer, address)
    return replaced


def whole_page(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Wrap a handler so that a fragment request of a signed-out user reloads the page, which leads
    to the sign-in.

    Otherwise the browser would follow the redirect invisibly, and htmx would insert the sign-in
    form in place of the fragment.
    """

    def answered(request: HttpRequest) -> HttpResponseBase:
        answer = get_response(request)
        if answer.status_code != FOUND or not is_fragment_request(request):
            return answer
        if not answer["Location"].startswith(resolve_url(settings.LOGIN_URL)):
            return answer
        anew: HttpResponse = HttpResponseClientRefresh()
        anew.cookies = answer.cookies
        return anew

    return answered
