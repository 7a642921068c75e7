"""Cached fragments of a leaderboard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.safestring import SafeString

from tarokk_club.club.models import Club, Season
from tarokk_club.club.pages.fragment_cache import (
    build_cache_key,
    get_club_cache_values,
    render_cached_rows,
)
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.seasons.queries.leaderboard import Leader, Leaderboard
from tarokk_club.club.seasons.queries.season_totals import load_season_stamp


def compute_leaderboard_key(
    club: Club, season: Season, names: Mapping[str, str], *, reader: tuple[object, ...]
) -> str:
    """Return the cache key of a season's leaderboard.

    reader: rights, filters and visible accounts of the reader.
    """
    dates = (season.id, season.name, season.starts, season.ends, season.closed_at)
    stamp = load_season_stamp(season)
    facts = (
        *dates,
        season.build_counting_rules(),
        get_today(club),
        club.currency,
        club.rates_players,
        stamp,
    )
    return build_cache_key(
        "season", *facts, *get_club_cache_values(club), sorted(names.items()), *reader
    )


def render_leaderboard_rows(
    club: Club,
    season: Season,
    board: Leaderboard,
    rows: Iterable[Leader],
    around: Mapping[str, Any],
) -> list[SafeString]:
    """Return the rows of a leaderboard as HTML, rendering only rows that are not cached.

    around: template context that depends on the reader.
    """
    flags = (
        board.rules,
        board.currency,
        board.mixes_games,
        board.has_money,
        board.has_hat,
        board.conceals,
    )
    place = build_cache_key("leaders", club.slug, season.id, *flags, sorted(around.items()))
    context = {**around, "board": board, "season": season, "club": club}
    keyed = ((build_cache_key(row), {"row": row}) for row in rows)
    return render_cached_rows("club/seasons/_leader.html", keyed, place=place, around=context)
