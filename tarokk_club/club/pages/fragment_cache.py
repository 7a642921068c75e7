"""What a page costs most to show is kept for the next reader, under a mark of all it depends on.

A mark holds everything that can change what is shown, so nothing kept is ever old: another mark is
another content. What nobody asks for any longer falls out of the cache.
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

# Where Django's own tag `cache` keeps its parts, too, and for how many seconds.
FRAGMENTS, SPAN = "template_fragments", 3600
Made = TypeVar("Made")


def cache_key(*facts: object) -> str:
    """Another one as soon as a fact, the language or the build is another."""
    return digest(settings.BUILD, get_language(), *facts)


def etag(*facts: object) -> str:
    """The tag of an answer that shows these facts, short as it travels with every poll."""
    return f'"{cache_key(*facts)[:20]}"'


def cached(key: str, make: Callable[[], Made]) -> Made:
    """What is kept under this mark; made where nothing is."""
    return cast(Made, caches[FRAGMENTS].get_or_set(key, make, SPAN))


def lazy(make: Callable[[], object]) -> Any:
    """What `make` gives, made only where a template looks at it."""
    return SimpleLazyObject(make)


def parts(
    template: str,
    rows: Iterable[tuple[str, Mapping[str, Any]]],
    *,
    place: str,
    around: Mapping[str, Any],
) -> list[SafeString]:
    """The rows of one page as HTML; only those are made that were not shown there before.

    rows: the mark of each and what it shows; around: what all of them show, told apart by `place`.
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
    """What of a club stands on its pages; erased: that a name went out of what people wrote."""
    return (club.slug, club.name, club.time_zone, club.seal_hands, club.erased)
