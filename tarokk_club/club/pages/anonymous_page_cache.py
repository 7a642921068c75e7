"""The page cache for anonymous readers: a public page is rendered once and reused."""

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

from tarokk_club.club.pages.htmx import fragment_request_key
from tarokk_club.club.pages.theming import look_of

# Separate from the members' cache, which odd requests must not be able to evict.
ANONYMOUS_PAGES, SPAN = "anonymous_pages", 3600
View = Callable[..., HttpResponseBase]


def cached_for_anonymous(view: View) -> View:
    """Answer the same question of somebody unknown with the page that was made before."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        # A sign-in session may belong to a user, or hold a message for the next page.
        if request.method != "GET" or settings.SESSION_COOKIE_NAME in request.COOKIES:
            return view(request, *args, **named)
        name = _name_of(request)
        if before := caches[ANONYMOUS_PAGES].get(name):
            content, headers = before
            return HttpResponse(content, headers=headers)
        answer = view(request, *args, **named)
        if isinstance(answer, SimpleTemplateResponse) and answer.status_code == 200:
            answer = answer.render()
            caches[ANONYMOUS_PAGES].set(name, (answer.content, dict(answer.headers)), SPAN)
        return answer

    return wrapped


def _name_of(request: HttpRequest) -> str:
    """Return a cache key of everything that can change the page."""
    facts = (
        settings.BUILD,
        settings.PLAIN_HTTP,
        request.get_host(),
        request.get_full_path(),
        get_language(),
        look_of(request),
        *fragment_request_key(request),
    )
    return hashlib.sha256(repr(facts).encode()).hexdigest()
