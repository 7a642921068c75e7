"""The seasons of a club."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Count, Q, Sum

from scoring.games import GAMES
from tarokk_club.club.models import Club, Season, Session
from tarokk_club.club.seasons.queries.season_totals import counted_by, named_game, totals_of


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A season in the list.

    sessions: number of sessions, without the bin.
    """

    id: UUID
    name: str
    starts: date
    ends: date | None
    closed: bool
    sessions: int


def season_rows(club: Club) -> tuple[SeasonRow, ...]:
    """Return all seasons, newest first, in one query."""
    rows = Season.objects.filter(club=club).annotate(
        played=Count("sessions", filter=Q(sessions__binned_at=None))
    )
    return tuple(
        SeasonRow(one.id, one.name, one.starts, one.ends, one.closed_at is not None, one.played)
        for one in rows.order_by("-starts", "-id")
    )


@dataclass(frozen=True, slots=True)
class SeasonSessions:
    """The number of sessions of a season.

    counted: sessions that count under its rules.
    played: sessions in which anybody played.
    cups: tables of tournaments among those played.
    games: number of sessions by game, highest first.
    """

    counted: int
    played: int
    cups: int
    games: tuple[tuple[str, int], ...]


def season_sessions(season: Season) -> SeasonSessions:
    """Return how many sessions of a season count under its rules, in one query."""
    totals = totals_of(season)
    counted = counted_by(named_game(season.counted(), totals), totals)
    games = {one.session: one.game for one in totals}
    number: dict[str, int] = {}
    for game in games.values():
        number[game] = number.get(game, 0) + 1
    return SeasonSessions(
        counted=len({one.session for one in counted}),
        played=len(games),
        cups=len({one.session for one in totals if one.cup_table is not None}),
        games=tuple(sorted(number.items(), key=lambda one: (-one[1], one[0]))),
    )


def games_of_club(club: Club) -> tuple[str, ...]:
    """Return all games, those most played in the club first, in one query."""
    rows = Session.objects.filter(club=club, binned_at=None).values_list("game")
    hands = dict(rows.annotate(Sum("hands_count")))
    return tuple(sorted(GAMES, key=lambda game: -hands.get(game, 0)))
