"""The page on which everybody of the club checks how the rounds were drawn."""

from __future__ import annotations

from django.http import HttpResponseBase

from tarokk_club.club.models import Tournament
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import page
from tarokk_club.club.tournaments.queries.draw_check import checked_rounds
from tarokk_club.club.tournaments.seat_words import change_sentence, draw_kind_label
from tarokk_club.club.writing.permissions import Right


@tournament_view(Right.READ)
def tournament_draws(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the seed of each round and what was changed by hand, compared with a draw from the seed
    if the reader asks for it.
    """
    names, again = names_in(tournament.club_id), "compare" in request.GET
    rounds = [
        {
            "check": one,
            "kind": draw_kind_label(one.row),
            "changes": [(change, change_sentence(change, names)) for change in one.row.changes],
        }
        for one in checked_rounds(tournament, again=again)
        if one.row.published or Right.DIRECT in request.rights
    ]
    context = {"club": tournament.club, "tournament": tournament, "rounds": rounds}
    context["again"] = again
    return page(request, "club/tournaments/draws.html", context)
