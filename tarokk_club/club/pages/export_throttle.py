"""A throttle for files that take long to generate: one at a time for each user."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase

from tarokk_club.club.pages.link_pages import too_many

# A lock that is held longer belongs to a thread that was killed.
LONGEST, WAIT = 60, 5
View = Callable[..., HttpResponseBase]


def limit_to_one_export(view: View) -> View:
    """Wrap a view so that it responds with 429 while another file of the same user is being
    generated.
    """

    @wraps(view)
    def alone(request: HttpRequest, *args: Any, **named: Any) -> HttpResponseBase:
        name = f"making:{request.user.pk}"
        if not cache.add(name, True, LONGEST):
            return too_many(request, seconds=WAIT)
        try:
            return view(request, *args, **named)
        finally:
            cache.delete(name)

    return alone
