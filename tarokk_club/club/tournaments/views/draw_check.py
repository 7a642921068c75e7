"""The page on which every member can check how the rounds were drawn."""

from __future__ import annotations

from django.http import HttpResponseBase

from tarokk_club.club.models import Tournament
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.tournaments.queries.draw_check import check_drawn_rounds
from tarokk_club.club.tournaments.seat_words import describe_seat_change, label_draw_kind
from tarokk_club.club.writing.permissions import Right


@tournament_view(Right.READ)
def show_draws(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the seed and seat changes of each round; ?compare also draws again from the seed."""
    names, again = load_names(tournament.club_id), "compare" in request.GET
    rounds = [
        {
            "check": drawn_round,
            "kind": label_draw_kind(drawn_round.row),
            "changes": [
                (change, describe_seat_change(change, names)) for change in drawn_round.row.changes
            ],
        }
        for drawn_round in check_drawn_rounds(tournament, again=again)
        if drawn_round.row.published or Right.DIRECT in request.rights
    ]
    context = {"club": tournament.club, "tournament": tournament, "rounds": rounds}
    context["again"] = again
    return render_page(request, "club/tournaments/draws.html", context)
