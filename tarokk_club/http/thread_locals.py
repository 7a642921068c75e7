"""Plain thread-locals in place of Django's slower ones, which also separate async tasks.

Each thread of this site serves one request at a time and runs no async code of Django. Django's
locals take a lock and four calls for each lookup, and a page looks up its language a hundred times.
"""

from __future__ import annotations

from threading import local
from typing import Any

from django.core.cache import caches
from django.urls import base
from django.utils import timezone
from django.utils.translation import trans_real


def use_thread_locals() -> None:
    """Store language, time zone, caches, URL prefix and URL configuration in thread-locals."""
    places: tuple[tuple[Any, str], ...] = (
        (trans_real, "_active"),
        (timezone, "_active"),
        (base, "_prefixes"),
        (base, "_urlconfs"),
        (caches, "_connections"),
    )
    for owner, name in places:
        # Raises AttributeError if a new version of Django has renamed the attribute.
        before, after = getattr(owner, name), local()
        # Django sets the URL prefix before the apps are ready.
        vars(after).update({"value": before.value} if hasattr(before, "value") else {})
        setattr(owner, name, after)
