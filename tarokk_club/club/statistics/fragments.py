"""The key under which the standings of a club are cached."""

from __future__ import annotations

from tarokk_club.club.models import Club
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.pages.fragment_cache import cache_key
from tarokk_club.club.seasons.queries.season_totals import stamp_of


def standings_key(club: Club, *reader: object) -> str:
    """Of the standings over all seasons."""
    names = sorted(names_in(club.id).items())
    return cache_key(
        "standings", club.id, stamp_of(club.sessions.all()), club.erased, names, *reader
    )
