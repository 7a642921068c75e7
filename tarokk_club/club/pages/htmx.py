"""All server code that depends on htmx: requests for fragments, and their responses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import resolve_url
from django.template.response import TemplateResponse
from django.utils.cache import patch_vary_headers
from django_htmx.http import HttpResponseClientRefresh, replace_url

from tarokk_club.club.pages.responses import render_page

HEADER = "HX-Request"
TARGET = "HX-Target"
FOUND = 302


def is_fragment_request(request: HttpRequest) -> bool:
    """Return whether htmx requests a fragment, rather than a page to restore its history."""
    htmx = getattr(request, "htmx", None)
    return htmx is not None and bool(htmx) and not htmx.history_restore_request


def compute_fragment_key(request: HttpRequest) -> tuple[bool, str | None]:
    """Return the values for a cache key: whether htmx requests a fragment, and its target."""
    return is_fragment_request(request), request.headers.get(TARGET)


def render_page_or_fragment(
    request: HttpRequest, whole: str, fragment: str, context: dict[str, Any]
) -> TemplateResponse:
    """Return a response with the whole page, or with only the fragment if htmx requests it.

    fragment: the template of the fragment, which the template `whole` includes.
    """
    response = render_page(request, fragment if is_fragment_request(request) else whole, context)
    patch_vary_headers(response, [HEADER])
    return response


def set_browser_url(response: TemplateResponse, url: str) -> TemplateResponse:
    """Make the browser display this URL for the fragment, and return the response."""
    changed: TemplateResponse = replace_url(response, url)
    return changed


def reload_redirected_fragments(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Return middleware that reloads the page if htmx would be redirected to the sign-in page.

    Otherwise htmx would follow the redirect and insert the sign-in form as the fragment.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if response.status_code != FOUND or not is_fragment_request(request):
            return response
        if not response["Location"].startswith(resolve_url(settings.LOGIN_URL)):
            return response
        refresh: HttpResponse = HttpResponseClientRefresh()
        refresh.cookies = response.cookies
        return refresh

    return middleware
