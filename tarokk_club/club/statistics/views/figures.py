"""Pages with the statistics of a player and of the whole club."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404

from tarokk_club.club.formatting.labels import game_label
from tarokk_club.club.models import Club, Player
from tarokk_club.club.money.queries.inbox import load_inbox
from tarokk_club.club.money.queries.money_book import sum_open_money
from tarokk_club.club.money.queries.own_money import find_visible_accounts
from tarokk_club.club.pages.htmx import render_page_or_fragment
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.seasons.forms import SpanForm
from tarokk_club.club.statistics.forms import CompareForm
from tarokk_club.club.statistics.queries.careers import Career
from tarokk_club.club.statistics.queries.careers import career as career_of
from tarokk_club.club.statistics.queries.compared import TwoPlayers, comparable_players, two_players
from tarokk_club.club.statistics.queries.ratings import trail_of
from tarokk_club.club.statistics.queries.records import ClubRecords, club_records
from tarokk_club.club.statistics.queries.spans import ALL, Span, span_of
from tarokk_club.club.writing.permissions import Right
from tarokk_club.database.replica_reads import allow_replica_reads


@club_view(Right.READ)
@allow_replica_reads
def career(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Show the statistics of a player in a season, with the inbox if the player is the reader."""
    player = get_object_or_404(Player, pk=player_id, club=club)
    span = _span(request, club)
    found = career_of(club, player, span)
    context = _context(request, club, span, found) | {
        "player": player,
        "career": found,
        "trail": trail_of(club, found.game, player.pk),
        **_balance_context(request, club, player),
    }
    return _render_statistics(request, "career", context)


@club_view(Right.READ)
@allow_replica_reads
def compare(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Compare two players; the second is in the query string or still to be chosen."""
    player = get_object_or_404(Player, pk=player_id, club=club)
    span = _span(request, club)
    asked = request.GET.get("with", "")
    form = CompareForm(
        initial={"with": asked}, others=comparable_players(club, player), auto_id="compare_%s"
    )
    context: dict[str, Any] = {"club": club, "player": player, "form": form, "span": span}
    if asked:
        other = _other(club, player, asked)
        pair = two_players(club, player, other, span)
        context |= _context(request, club, span, pair) | {"pair": pair, "other": other}
    return _render_statistics(request, "compare", context)


def _other(club: Club, player: Player, asked: str) -> Player:
    """Return the player in the query string.

    Raise 404 if there is no such player or both players are the same.
    """
    try:
        other_id = UUID(asked)
    except ValueError:
        raise Http404 from None
    return get_object_or_404(Player.objects.exclude(pk=player.pk), pk=other_id, club=club)


def _balance_context(request: MemberRequest, club: Club, player: Player) -> dict[str, Any]:
    """Return the context for balance and inbox; the balance of others only so far as the club shows
    it.
    """
    own = player.user_id == request.user.pk
    seen = find_visible_accounts(club, request.user, request.rights)
    sees = own or seen is None or str(player.pk) in seen
    return {
        "own": own,
        "sees_money": sees,
        "money": sum_open_money(player.pk) if sees else {},
        "inbox": load_inbox(club, request.user, request.rights, player) if own else None,
    }


@club_view(Right.READ)
@allow_replica_reads
def records(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show records, the hat, announcements and trophies of a club."""
    span = _span(request, club)
    found = club_records(club, span)
    context = _context(request, club, span, found) | {"records": found}
    return _render_statistics(request, "records", context)


def _render_statistics(
    request: MemberRequest, name: str, context: dict[str, Any]
) -> HttpResponseBase:
    """Render the page, or the fragment that depends on the season and game."""
    return render_page_or_fragment(
        request,
        f"club/statistics/figures/{name}.html",
        f"club/statistics/figures/_{name}.html",
        context,
    )


def _span(request: MemberRequest, club: Club) -> Span:
    asked = request.GET
    return span_of(club, season=asked.get("season", ""), game=asked.get("game", ""))


def _context(
    request: MemberRequest, club: Club, span: Span, figures: Career | ClubRecords | TwoPlayers
) -> dict[str, Any]:
    chosen = {"season": span.season.pk if span.season else ALL, "game": figures.game}
    return {
        "club": club,
        "span": span,
        "games": figures.games,
        "game": figures.game,
        "rights": request.rights,
        "chosen": SpanForm(
            initial=chosen,
            seasons=[(str(one.pk), one.name) for one in span.seasons],
            games=[(key, game_label(key)) for key in figures.games],
            auto_id="span_%s",
        ),
    }
