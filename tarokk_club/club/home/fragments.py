"""Cached fragments of a club's home page."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from tarokk_club.club.models import Club
from tarokk_club.club.pages.fragment_cache import build_cache_key, render_cached_rows
from tarokk_club.club.session.queries.session_lists import SessionRow


def render_session_rows(club: Club, rows: Sequence[SessionRow], *, name: str) -> list[SafeString]:
    """Return the rows of a list of sessions as HTML, rendering only rows that are not cached.

    name: the name of the list on the page.
    """
    place = build_cache_key("session rows", club.slug, name)
    keyed = ((build_cache_key(row), {"row": row}) for row in rows)
    return render_cached_rows("club/sheet/_row.html", keyed, place=place, around={"club": club})
