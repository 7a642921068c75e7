"""The page on which every member can check how the rounds were drawn."""

from __future__ import annotations

from django.http import HttpResponseBase

from tarokk_club.club.models import Tournament
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import page
from tarokk_club.club.tournaments.queries.draw_check import check_drawn_rounds
from tarokk_club.club.tournaments.seat_words import describe_seat_change, label_draw_kind
from tarokk_club.club.writing.permissions import Right


@tournament_view(Right.READ)
def tournament_draws(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the seed and the seat changes of each round; with ?compare, also draw again from the
    seed.
    """
    names, again = names_in(tournament.club_id), "compare" in request.GET
    rounds = [
        {
            "check": one,
            "kind": label_draw_kind(one.row),
            "changes": [
                (change, describe_seat_change(change, names)) for change in one.row.changes
            ],
        }
        for one in check_drawn_rounds(tournament, again=again)
        if one.row.published or Right.DIRECT in request.rights
    ]
    context = {"club": tournament.club, "tournament": tournament, "rounds": rounds}
    context["again"] = again
    return page(request, "club/tournaments/draws.html", context)
