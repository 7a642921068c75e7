"""A throttle for slow exports: each user can generate one file at a time."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase

from tarokk_club.club.pages.link_pages import render_too_many

# The lock expires after this time, in case its thread was killed.
LONGEST, WAIT = 60, 5
View = Callable[..., HttpResponseBase]


def limit_to_one_export(view: View) -> View:
    """Decorate a view to respond with 429 while the user's previous export is running."""

    @wraps(view)
    def wrapper(request: HttpRequest, *args: Any, **arguments: Any) -> HttpResponseBase:
        key = f"making:{request.user.pk}"
        if not cache.add(key, True, LONGEST):
            return render_too_many(request, seconds=WAIT)
        try:
            return view(request, *args, **arguments)
        finally:
            cache.delete(key)

    return wrapper
