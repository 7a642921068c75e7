"""The figures of a player and of the whole club."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404

from tarokk_club.club.base.labels import game_label
from tarokk_club.club.base.loaders import MemberRequest, club_view
from tarokk_club.club.base.parts import page_or_part
from tarokk_club.club.base.permissions import Right
from tarokk_club.club.base.seconds_old import seconds_old
from tarokk_club.club.models import Club, Player
from tarokk_club.club.seasons.forms import SpanForm
from tarokk_club.club.statistics.queries.careers import Career
from tarokk_club.club.statistics.queries.careers import career as career_of
from tarokk_club.club.statistics.queries.records import ClubRecords, club_records
from tarokk_club.club.statistics.queries.spans import ALL, Span, span_of


@club_view(Right.READ)
@seconds_old
def career(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """What a player did in a season."""
    player = get_object_or_404(Player, pk=player_id, club=club)
    span = _span(request, club)
    found = career_of(club, player, span)
    context = _context(request, club, span, found) | {"player": player, "career": found}
    return _of(request, "career", context)


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
    request: MemberRequest, club: Club, span: Span, found: Career | ClubRecords
) -> dict[str, Any]:
    chosen = {"season": span.season.pk if span.season else ALL, "game": span.game}
    return {
        "club": club,
        "span": span,
        "rights": request.rights,
        "chosen": SpanForm(
            initial=chosen,
            seasons=[(str(one.pk), one.name) for one in span.seasons],
            games=[(key, game_label(key)) for key in found.games],
            auto_id="span_%s",
        ),
    }
