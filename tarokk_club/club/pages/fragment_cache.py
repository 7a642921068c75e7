"""A cache of the expensive fragments of pages, keyed by everything they depend on.

The key includes everything that can change the content, so no cached fragment is ever stale:
other content has another key. Fragments that are no longer requested are evicted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast

from django.conf import settings
from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tarokk_club.club.models import Club
from tarokk_club.club.values.ids import digest

# The cache that Django's own tag `cache` uses too, and the lifetime in seconds.
FRAGMENTS, SPAN = "template_fragments", 3600
Made = TypeVar("Made")


def cache_key(*facts: object) -> str:
    """Return a key that differs as soon as any of these values, the language or the build
    differs.
    """
    return digest(settings.BUILD, get_language(), *facts)


def etag(*facts: object) -> str:
    """Return the ETag of a response that depends on these values, short because every poll sends
    it.
    """
    return f'"{cache_key(*facts)[:20]}"'


def cached(key: str, make: Callable[[], Made]) -> Made:
    """Return the value cached under this key, computing and storing it if there is none."""
    return cast(Made, caches[FRAGMENTS].get_or_set(key, make, SPAN))


def lazy(make: Callable[[], object]) -> Any:
    """Return the result of `make`, computed only if a template uses it."""
    return SimpleLazyObject(make)


def render_cached_rows(
    template: str,
    rows: Iterable[tuple[str, Mapping[str, Any]]],
    *,
    place: str,
    around: Mapping[str, Any],
) -> list[SafeString]:
    """Return the rows of a page as HTML, rendering only those that were not on the page before.

    rows: cache key and template context of each row.
    place: cache key of the page, which covers everything in `around`.
    around: template context common to all rows.
    """
    before: dict[str, SafeString] = caches[FRAGMENTS].get(place) or {}
    found: dict[str, SafeString] = {}
    shown = []
    for key, row in rows:
        if key not in found:
            found[key] = before.get(key) or render_to_string(template, {**around, **row})
        shown.append(found[key])
    if found.keys() != before.keys():
        caches[FRAGMENTS].set(place, found, SPAN)
    return shown


def club_facts(club: Club) -> tuple[object, ...]:
    """Return the values of a club that its pages show, to be used in a cache key.

    `erased` is one of them because it changes when a name is removed from free text.
    """
    return (club.slug, club.name, club.time_zone, club.seal_hands, club.erased)
