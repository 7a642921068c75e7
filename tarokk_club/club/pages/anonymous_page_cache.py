"""The page cache for anonymous visitors."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils.translation import get_language

from tarokk_club.club.pages.htmx import compute_fragment_key
from tarokk_club.club.pages.theming import read_appearance

# A cache of its own, so that anonymous requests cannot evict the members' fragments.
ANONYMOUS_PAGES, SPAN = "anonymous_pages", 3600
View = Callable[..., HttpResponseBase]


def cache_for_anonymous(view: View) -> View:
    """Decorate a view so that its page is cached for anonymous visitors."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **arguments: Any) -> HttpResponseBase:
        # A session may belong to a user or contain a message.
        if request.method != "GET" or settings.SESSION_COOKIE_NAME in request.COOKIES:
            return view(request, *args, **arguments)
        key = _compute_cache_key(request)
        if stored := caches[ANONYMOUS_PAGES].get(key):
            content, headers = stored
            return HttpResponse(content, headers=headers)
        response = view(request, *args, **arguments)
        if isinstance(response, SimpleTemplateResponse) and response.status_code == 200:
            response = response.render()
            caches[ANONYMOUS_PAGES].set(key, (response.content, dict(response.headers)), SPAN)
        return response

    return wrapper


def _compute_cache_key(request: HttpRequest) -> str:
    """Return a cache key from all values on which the page depends."""
    facts = (
        settings.BUILD,
        settings.PLAIN_HTTP,
        request.get_host(),
        request.get_full_path(),
        get_language(),
        read_appearance(request),
        *compute_fragment_key(request),
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()
