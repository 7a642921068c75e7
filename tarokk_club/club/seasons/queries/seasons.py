"""The seasons of a club, the numbers of their sessions, and its games, most played first."""

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Count, Q, Sum

from scoring.games import GAMES
from tarokk_club.club.models import Club, Season, Session
from tarokk_club.club.seasons.queries.season_totals import (
    load_season_totals,
    resolve_most_played,
    select_counted_totals,
)


@dataclass(frozen=True, slots=True)
class SeasonRow:
    """A row in the list of seasons.

    sessions: number of sessions that are not in the bin.
    """

    id: UUID
    name: str
    starts: date
    ends: date | None
    closed: bool
    sessions: int


def load_season_rows(club: Club) -> tuple[SeasonRow, ...]:
    """Return all seasons, newest first, in one query."""
    rows = Season.objects.filter(club=club).annotate(
        played=Count("sessions", filter=Q(sessions__binned_at=None))
    )
    return tuple(
        SeasonRow(row.id, row.name, row.starts, row.ends, row.closed_at is not None, row.played)
        for row in rows.order_by("-starts", "-id")
    )


@dataclass(frozen=True, slots=True)
class SeasonSessions:
    """The numbers of sessions of a season, by kind.

    counted: number of sessions that count under the rules.
    played: number of sessions with hands or points.
    tournament_tables: number of tournament tables with hands or points.
    games: each game with its number of sessions with hands or points, highest number first.
    """

    counted: int
    played: int
    tournament_tables: int
    games: tuple[tuple[str, int], ...]


def count_sessions_without_season(club: Club) -> int:
    """Return the number of sessions whose day is in no season, without those in the bin."""
    return Session.objects.filter(club=club, season=None, binned_at=None).count()


def count_season_sessions(season: Season) -> SeasonSessions:
    """Return the numbers of sessions of a season, in one query."""
    totals = load_season_totals(season)
    counted = select_counted_totals(
        resolve_most_played(season.build_counting_rules(), totals), totals
    )
    games = {total.session: total.game for total in totals}
    sessions_by_game: dict[str, int] = {}
    for game in games.values():
        sessions_by_game[game] = sessions_by_game.get(game, 0) + 1
    return SeasonSessions(
        counted=len({total.session for total in counted}),
        played=len(games),
        tournament_tables=len(
            {total.session for total in totals if total.tournament_table is not None}
        ),
        games=tuple(sorted(sessions_by_game.items(), key=lambda item: (-item[1], item[0]))),
    )


def rank_all_games(club: Club) -> tuple[str, ...]:
    """Return all games, those most played in the club first, in one query."""
    rows = Session.objects.filter(club=club, binned_at=None).values_list("game")
    hands = dict(rows.annotate(Sum("hands_count")))
    return tuple(sorted(GAMES, key=lambda game: -hands.get(game, 0)))
