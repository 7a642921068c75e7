"""API endpoints that read standings, leaderboards, records, statistics and tournaments."""

from __future__ import annotations

from uuid import UUID

from django.shortcuts import get_object_or_404
from ninja import Query

from scoring.core.problem import Problem, RefusedError
from scoring.games import GAMES
from tarokk_club.club.api import shapes, statistics_shapes, table_shapes, tournament_shapes
from tarokk_club.club.api.bearer import has_money_scope
from tarokk_club.club.api.guarded import GuardedRouter
from tarokk_club.club.api.queries.statistics import serialize_records, serialize_statistics
from tarokk_club.club.api.queries.tables import (
    serialize_leaderboard,
    serialize_standings,
    serialize_tournament,
    serialize_tournaments,
)
from tarokk_club.club.models import Club, Player, Season, Tournament
from tarokk_club.club.money.queries.balances.own_money import find_visible_accounts
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.seasons.queries.final_tables import load_season_table
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.statistics.queries.careers import load_career
from tarokk_club.club.statistics.queries.records import load_club_records
from tarokk_club.club.statistics.queries.spans import Span
from tarokk_club.club.statistics.queries.standings import load_club_standings
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.writing.permissions import Right

endpoints = GuardedRouter("tables")
router, ACCESS = endpoints.router, endpoints.access


@endpoints.declare_club_endpoint(
    "api_standings",
    get=Right.READ,
    answers=table_shapes.StandingsOut,
    summary="Standings",
)
def read_standings(
    request: MemberRequest, club: Club, season: UUID | None = None
) -> table_shapes.StandingsOut:
    """Return the points and money of every player in all sessions or in a season."""
    chosen = get_object_or_404(Season, pk=season, club=club) if season else None
    return serialize_standings(
        load_club_standings(club, chosen), _find_visible_accounts(request, club)
    )


@endpoints.declare_club_endpoint(
    "api_leaderboard",
    get=Right.READ,
    answers=table_shapes.LeaderboardOut,
    summary="The leaderboard of a season",
)
def read_leaderboard(
    request: MemberRequest,
    club: Club,
    season_id: UUID,
    filters: Query[table_shapes.LeaderboardFilter],
) -> table_shapes.LeaderboardOut:
    """Return the leaderboard of a season; of a closed season, the final table.

    With a filter, it is computed from the selected sessions.
    """
    _require_known_game(filters.game)
    season = get_object_or_404(Season, pk=season_id, club=club)
    table = load_season_table(
        club, season, Filters(filters.game, filters.table, filters.first, filters.last)
    )
    return serialize_leaderboard(season, table, _find_visible_accounts(request, club))


@endpoints.declare_club_endpoint(
    "api_records",
    get=Right.READ,
    answers=statistics_shapes.RecordsOut,
    summary="Records and figures",
)
def read_records(
    request: MemberRequest, club: Club, filters: Query[statistics_shapes.RecordFilter]
) -> statistics_shapes.RecordsOut:
    """Return the figures and records of a club in one game."""
    _require_known_game(filters.game)
    season = get_object_or_404(Season, pk=filters.season, club=club) if filters.season else None
    return serialize_records(load_club_records(club, Span(season, (), filters.game)))


@endpoints.declare_club_endpoint(
    "api_statistics",
    get=Right.READ,
    answers=statistics_shapes.StatisticsOut,
    summary="Statistics of a player",
)
def read_statistics(
    request: MemberRequest,
    club: Club,
    player_id: UUID,
    filters: Query[statistics_shapes.RecordFilter],
) -> statistics_shapes.StatisticsOut:
    """Return the statistics of a player in one game: evenings, roles, bids and figures."""
    _require_known_game(filters.game)
    player = get_object_or_404(Player, pk=player_id, club=club)
    season = get_object_or_404(Season, pk=filters.season, club=club) if filters.season else None
    return serialize_statistics(player, load_career(club, player, Span(season, (), filters.game)))


@endpoints.declare_club_endpoint(
    "api_tournaments",
    get=Right.READ,
    answers=tournament_shapes.TournamentList,
    summary="Tournaments",
)
def read_tournaments(
    request: MemberRequest, club: Club, filters: Query[shapes.ListFilter]
) -> tournament_shapes.TournamentList:
    """Return a page of the tournaments, newest first."""
    return serialize_tournaments(club, filters)


@endpoints.declare_tournament_endpoint(
    "api_tournament",
    get=Right.READ,
    answers=tournament_shapes.TournamentWhole,
    summary="A tournament",
)
def read_tournament(
    request: MemberRequest, tournament: Tournament
) -> tournament_shapes.TournamentWhole:
    """Return a tournament with its rounds, tables and results."""
    return serialize_tournament(tournament, load_standing(tournament))


def _find_visible_accounts(request: MemberRequest, club: Club) -> frozenset[str] | None:
    """Return the accounts whose money the key may see; None for all."""
    if not has_money_scope(request):
        return frozenset()
    return find_visible_accounts(club, request.user, request.rights)


def _require_known_game(game: str) -> None:
    """Raise RefusedError for a game that the site does not have; "" restricts nothing."""
    if game and game not in GAMES:
        raise RefusedError([Problem("unknown_game", "game", {"allowed": ", ".join(GAMES)})])
