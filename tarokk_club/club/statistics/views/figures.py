"""The figures of a player and of the whole club."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404

from tarokk_club.club.formatting.labels import game_label
from tarokk_club.club.models import Club, Player
from tarokk_club.club.money.queries.inbox import inbox_of
from tarokk_club.club.money.queries.money_book import open_money
from tarokk_club.club.money.queries.own_money import accounts_seen
from tarokk_club.club.pages.htmx import page_or_part
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.seasons.forms import SpanForm
from tarokk_club.club.statistics.forms import CompareForm
from tarokk_club.club.statistics.queries.careers import Career
from tarokk_club.club.statistics.queries.careers import career as career_of
from tarokk_club.club.statistics.queries.compared import TwoPlayers, others_of, two_players
from tarokk_club.club.statistics.queries.ratings import trail_of
from tarokk_club.club.statistics.queries.records import ClubRecords, club_records
from tarokk_club.club.statistics.queries.spans import ALL, Span, span_of
from tarokk_club.club.writing.permissions import Right
from tarokk_club.database.replica_reads import seconds_old


@club_view(Right.READ)
@seconds_old
def career(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """What a player did in a season; who plays as this one finds there what waits for them."""
    player = get_object_or_404(Player, pk=player_id, club=club)
    span = _span(request, club)
    found = career_of(club, player, span)
    context = _context(request, club, span, found) | {
        "player": player,
        "career": found,
        "trail": trail_of(club, found.game, player.pk),
        **_own(request, club, player),
    }
    return _of(request, "career", context)


@club_view(Right.READ)
@seconds_old
def compare(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Two players beside each other; the second one is in the address, or is chosen first."""
    player = get_object_or_404(Player, pk=player_id, club=club)
    span = _span(request, club)
    asked = request.GET.get("with", "")
    form = CompareForm(
        initial={"with": asked}, others=others_of(club, player), auto_id="compare_%s"
    )
    context: dict[str, Any] = {"club": club, "player": player, "form": form, "span": span}
    if asked:
        other = _other(club, player, asked)
        pair = two_players(club, player, other, span)
        context |= _context(request, club, span, pair) | {"pair": pair, "other": other}
    return _of(request, "compare", context)


def _other(club: Club, player: Player, asked: str) -> Player:
    """The player of the address; nobody is compared with oneself."""
    try:
        other_id = UUID(asked)
    except ValueError:
        raise Http404 from None
    return get_object_or_404(Player.objects.exclude(pk=player.pk), pk=other_id, club=club)


def _own(request: MemberRequest, club: Club, player: Player) -> dict[str, Any]:
    """Balance and inbox; the balance of others as far as the club shows it."""
    own = player.user_id == request.user.pk
    seen = accounts_seen(club, request.user, request.rights)
    sees = own or seen is None or str(player.pk) in seen
    return {
        "own": own,
        "sees_money": sees,
        "money": open_money(player.pk) if sees else {},
        "inbox": inbox_of(club, request.user, request.rights, player) if own else None,
    }


@club_view(Right.READ)
@seconds_old
def records(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Records, the hat, announcements and trophies of a club."""
    span = _span(request, club)
    found = club_records(club, span)
    context = _context(request, club, span, found) | {"records": found}
    return _of(request, "records", context)


def _of(request: MemberRequest, name: str, context: dict[str, Any]) -> HttpResponseBase:
    """The page, or what of it another season or game changes."""
    return page_or_part(
        request,
        f"club/statistics/figures/{name}.html",
        f"club/statistics/figures/_{name}.html",
        context,
    )


def _span(request: MemberRequest, club: Club) -> Span:
    asked = request.GET
    return span_of(club, season=asked.get("season", ""), game=asked.get("game", ""))


def _context(
    request: MemberRequest, club: Club, span: Span, found: Career | ClubRecords | TwoPlayers
) -> dict[str, Any]:
    chosen = {"season": span.season.pk if span.season else ALL, "game": found.game}
    return {
        "club": club,
        "span": span,
        "games": found.games,
        "game": found.game,
        "rights": request.rights,
        "chosen": SpanForm(
            initial=chosen,
            seasons=[(str(one.pk), one.name) for one in span.seasons],
            games=[(key, game_label(key)) for key in found.games],
            auto_id="span_%s",
        ),
    }
