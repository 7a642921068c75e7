"""Files that cost a while to make: each person's are made one after the other."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponseBase

from tarokk_club.club.pages.link_pages import too_many

# One that takes longer was given up with its thread.
LONGEST, WAIT = 60, 5
View = Callable[..., HttpResponseBase]


def one_at_a_time(view: View) -> View:
    """Ask for patience while the same person's file before this one is being made."""

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
