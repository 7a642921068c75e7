"""The page that sets the team and club of each entrant."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponseBase
from django.utils.translation import gettext as _

from tarokk_club.club.models import Tournament
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.tournaments.side_forms import TeamsForm
from tarokk_club.club.tournaments.usecases.entrants import set_teams_and_clubs
from tarokk_club.club.tournaments.views.setup import redirect_to_tournament
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.removed_players import drop_removed_players


@tournament_view(Right.CORRECT)
def edit_teams_and_clubs(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the form for the team and club of each entrant; a POST saves them."""
    entrants = sorted(
        tournament.entrants.select_related("player"),
        key=lambda entrant: build_sort_key(entrant.player.name),
    )
    initial: dict[str, str] = {}
    for entrant in entrants:
        initial |= {
            f"team_{entrant.player_id}": entrant.team,
            f"club_{entrant.player_id}": entrant.club_name,
        }
    named = [(str(entrant.player_id), entrant.player.name) for entrant in entrants]
    players = drop_removed_players(tournament.club_id, named)
    form = TeamsForm(read_post(request), players=players, initial=initial)
    if submit(
        request,
        form,
        lambda submission: set_teams_and_clubs(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            sides=form.read_sides(),
        ),
    ):
        messages.success(request, _("Saved."))
        return redirect_to_tournament(tournament)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "form": form,
        "teams": sorted({entrant.team for entrant in entrants if entrant.team}, key=build_sort_key),
        "clubs": sorted(
            {entrant.club_name for entrant in entrants if entrant.club_name}, key=build_sort_key
        ),
    }
    return render_page(request, "club/tournaments/sides.html", context)
