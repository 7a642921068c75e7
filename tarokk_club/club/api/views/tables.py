"""API endpoints that read standings, seasons, settlements and tournaments."""

from __future__ import annotations

from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Query

from tarokk_club.club.api import shapes, table_shapes
from tarokk_club.club.api.guarded import Guarded
from tarokk_club.club.api.queries.pages import paginate_rows
from tarokk_club.club.api.queries.tables import (
    leaderboard_told,
    settlement_told,
    standings_told,
    tournament_told,
)
from tarokk_club.club.models import ApiKey, Club, KeyScope, Season, Settlement, Tournament
from tarokk_club.club.money.queries.own_money import accounts_seen, limit_money
from tarokk_club.club.money.queries.settlement import settlement_page, settlement_rows
from tarokk_club.club.pages.loaders import MemberRequest
from tarokk_club.club.seasons.queries.final_tables import season_table
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.statistics.queries.standings import standings as standings_of
from tarokk_club.club.tournaments.queries.tournaments import tournament_rows, tournament_standing
from tarokk_club.club.writing.permissions import Right

addresses = Guarded("tables")
router, ACCESS = addresses.router, addresses.access


@addresses.club(
    "/standings",
    name="api_standings",
    get=Right.READ,
    answers=table_shapes.StandingsTold,
    summary="Standings",
)
def read_standings(
    request: MemberRequest, club: Club, season: UUID | None = None
) -> table_shapes.StandingsTold:
    """Return the points and money of every player, over all sessions or those of a season."""
    of = get_object_or_404(Season, pk=season, club=club) if season else None
    return standings_told(standings_of(club, of), _seen(request, club))


@addresses.club(
    "/seasons/{uuid:season_id}/leaderboard",
    name="api_leaderboard",
    get=Right.READ,
    answers=table_shapes.LeaderboardTold,
    summary="The leaderboard of a season",
)
def read_leaderboard(
    request: MemberRequest, club: Club, season_id: UUID, asked: Query[table_shapes.LeaderboardAsked]
) -> table_shapes.LeaderboardTold:
    """Return the leaderboard of a season, for a closed season as it was closed.

    With a filter, the selected sessions are counted again.
    """
    season = get_object_or_404(Season, pk=season_id, club=club)
    found = season_table(club, season, Filters(asked.game, asked.table, asked.first, asked.last))
    return leaderboard_told(season, found, _seen(request, club))


@addresses.club(
    "/settlements",
    name="api_settlements",
    get=Right.READ,
    answers=table_shapes.SettlementList,
    summary="Settlements",
)
def read_settlements(
    request: MemberRequest, club: Club, asked: Query[shapes.ListAsked]
) -> table_shapes.SettlementList:
    """Return all settlements, newest first; the key must have the scope for money."""
    _require_money(request)
    seen = accounts_seen(club, request.user, request.rights)
    rows = settlement_rows(club.id, seen=seen)
    shown, following = paginate_rows(rows, [str(row.id) for row in rows], asked)
    items = [
        table_shapes.SettlementTold(
            id=one.id,
            number=one.number,
            currency=one.currency,
            made_at=one.made_at,
            total=one.total,
            open=one.open,
            withdrawn=one.withdrawn,
        )
        for one in shown
    ]
    return table_shapes.SettlementList(items=items, next=following)


@addresses.club(
    "/settlements/{uuid:settlement_id}",
    name="api_settlement",
    get=Right.READ,
    answers=table_shapes.SettlementWhole,
    summary="A settlement",
)
def read_settlement(
    request: MemberRequest, club: Club, settlement_id: UUID
) -> table_shapes.SettlementWhole:
    """Return the transfers of a settlement and the paid part of each; the key must have the scope
    for money.
    """
    _require_money(request)
    found = get_object_or_404(Settlement, pk=settlement_id, club=club)
    page = settlement_page(found, request.user.id)
    seen = accounts_seen(club, request.user, request.rights)
    return settlement_told(limit_money(page, seen))


@addresses.club(
    "/tournaments",
    name="api_tournaments",
    get=Right.READ,
    answers=table_shapes.TournamentList,
    summary="Tournaments",
)
def read_tournaments(request: MemberRequest, club: Club) -> table_shapes.TournamentList:
    """Return all tournaments, newest first."""
    items = [
        table_shapes.TournamentTold(
            id=one.id,
            name=one.name,
            date=one.date,
            game=one.game,
            rounds=one.rounds,
            played=one.played,
            entrants=one.entrants,
        )
        for one in tournament_rows(club)
    ]
    return table_shapes.TournamentList(items=items)


@addresses.tournament(
    "",
    name="api_tournament",
    get=Right.READ,
    answers=table_shapes.TournamentWhole,
    summary="A tournament",
)
def read_tournament(request: MemberRequest, tournament: Tournament) -> table_shapes.TournamentWhole:
    """Return a tournament with its tables, round by round, and its results."""
    return tournament_told(tournament, tournament_standing(tournament))


def _seen(request: MemberRequest, club: Club) -> frozenset[str] | None:
    """Return the accounts whose money the key may show; None for all."""
    if not _shows_money(request):
        return frozenset()
    return accounts_seen(club, request.user, request.rights)


def _require_money(request: MemberRequest) -> None:
    if not _shows_money(request):
        raise PermissionDenied(_("This key is not for that; make another one."))


def _shows_money(request: MemberRequest) -> bool:
    key: ApiKey = request.auth  # type: ignore[attr-defined]  # put there by the key
    return KeyScope.MONEY in key.scopes
