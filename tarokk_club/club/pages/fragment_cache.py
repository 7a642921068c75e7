"""A cache of slow page fragments.

Keys include everything on which a fragment depends, so no cached fragment is ever stale; unused
fragments are evicted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast

from django.conf import settings
from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString
from django.utils.translation.trans_real import get_language

from tarokk_club.club.models import Club
from tarokk_club.club.values.ids import compute_digest

# The cache that Django's template tag `cache` uses too, and the lifetime in seconds.
FRAGMENTS, SPAN = "template_fragments", 3600
Cached = TypeVar("Cached")


def build_cache_key(*facts: object) -> str:
    """Return a key that depends on these values, the language and the build."""
    return compute_digest(settings.BUILD, get_language(), *facts)


def compute_etag(*facts: object) -> str:
    """Return a short ETag that depends on these values, the language and the build."""
    return f'"{build_cache_key(*facts)[:20]}"'


def get_or_compute(key: str, make: Callable[[], Cached]) -> Cached:
    """Return the cached value of the key; compute and store it if there is none."""
    return cast(Cached, caches[FRAGMENTS].get_or_set(key, make, SPAN))


def make_lazy(make: Callable[[], object]) -> Any:
    """Return a lazy object, which calls `make` when it is first used."""
    return SimpleLazyObject(make)


def render_cached_rows(
    template: str,
    rows: Iterable[tuple[str, Mapping[str, Any]]],
    *,
    place: str,
    around: Mapping[str, Any],
) -> list[SafeString]:
    """Return the rows of a page as HTML, and render only rows that are not cached.

    rows: the cache key and the template context of each row.
    place: the cache key of the page, which covers everything in `around`.
    around: the template context of all rows.
    """
    stored: dict[str, SafeString] = caches[FRAGMENTS].get(place) or {}
    by_key: dict[str, SafeString] = {}
    rendered = []
    for key, row in rows:
        if key not in by_key:
            by_key[key] = stored.get(key) or render_to_string(template, {**around, **row})
        rendered.append(by_key[key])
    if by_key.keys() != stored.keys():
        caches[FRAGMENTS].set(place, by_key, SPAN)
    return rendered


def get_club_cache_values(club: Club) -> tuple[object, ...]:
    """Return the values of a club on which its pages depend, for a cache key.

    `erased` is included, as an erasure changes free text on the pages.
    """
    return (club.slug, club.name, club.time_zone, club.seal_hands, club.erased)
