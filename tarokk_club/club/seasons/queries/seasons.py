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
    """One season in the list; sessions: outside the bin."""

    id: UUID
    name: str
    starts: date
    ends: date | None
    closed: bool
    sessions: int


def season_rows(club: Club) -> tuple[SeasonRow, ...]:
    """All seasons, the youngest first, in one query."""
    rows = Season.objects.filter(club=club).annotate(
        played=Count("sessions", filter=Q(sessions__binned_at=None))
    )
    return tuple(
        SeasonRow(one.id, one.name, one.starts, one.ends, one.closed_at is not None, one.played)
        for one in rows.order_by("-starts", "-id")
    )


@dataclass(frozen=True, slots=True)
class SeasonSessions:
    """How many sessions of a season count, of how many that were played, and of how many tables of
    tournaments among these; games: how many of each, the most first.
    """

    counted: int
    played: int
    cups: int
    games: tuple[tuple[str, int], ...]


def season_sessions(season: Season) -> SeasonSessions:
    """What its rules make of its sessions, in one query."""
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
    """All games, those first that the club has played most, in one query."""
    rows = Session.objects.filter(club=club, binned_at=None).values_list("game")
    hands = dict(rows.annotate(Sum("hands_count")))
    return tuple(sorted(GAMES, key=lambda game: -hands.get(game, 0)))
