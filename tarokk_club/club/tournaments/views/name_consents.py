"""Pages to record which entrants consent to guests seeing their full names."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.utils.translation import gettext as _

from tarokk_club.club.models import Entrant, Tournament
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.tournaments.forms import EntrantsForm, NameConsentForm
from tarokk_club.club.tournaments.queries.entrants import find_entrant_of_user
from tarokk_club.club.tournaments.usecases.entrants import record_name_consent, set_name_consents
from tarokk_club.club.tournaments.views.setup import redirect_to_tournament
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.removed_players import drop_removed_players


@tournament_view(Right.CORRECT)
def edit_name_consents(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show and record which entrants agree to be named in full.

    The page lists entrants without an account, the user, and entrants who have agreed before.
    """
    entrants = sorted(
        tournament.entrants.select_related("player"),
        key=lambda entrant: build_sort_key(entrant.player.name),
    )
    offered = [
        entrant
        for entrant in entrants
        if entrant.full_name or _can_record_consent(entrant, request)
    ]
    consenting = [str(entrant.player_id) for entrant in offered if entrant.full_name]
    named = [(str(entrant.player_id), entrant.player.name) for entrant in offered]
    players = drop_removed_players(tournament.club_id, named)
    form = EntrantsForm(read_post(request), initial={"players": consenting}, players=players)
    if submit(
        request,
        form,
        lambda submission: set_name_consents(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            players=form.read_players(),
        ),
    ):
        messages.success(request, _("Saved."))
        return redirect_to_tournament(tournament)
    context: dict[str, Any] = {
        "club": tournament.club,
        "tournament": tournament,
        "form": form,
        "offered": offered,
        "alone": [entrant.player.name for entrant in entrants if entrant not in offered],
    }
    return render_page(request, "club/tournaments/names.html", context)


@tournament_view(post=Right.CLAIM)
def set_own_name_consent(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Record the user's consent to the display of the full name, or its withdrawal."""
    entrant = find_entrant_of_user(tournament, request.user)
    if entrant is None:
        messages.warning(request, _("You do not take part in this tournament."))
        return redirect_to_tournament(tournament)
    form = NameConsentForm(request.POST)
    saved = submit(
        request,
        form,
        lambda submission: record_name_consent(
            club_id=tournament.club_id,
            form=submission,
            entrant_id=entrant.pk,
            agreed=form.cleaned_data["agreed"],
        ),
    )
    if saved:
        messages.success(request, _("Saved."))
    return redirect_to_tournament(tournament)


def _can_record_consent(entrant: Entrant, request: MemberRequest) -> bool:
    return entrant.player.user_id in (None, request.user.pk)
