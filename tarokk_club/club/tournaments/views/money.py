"""The page that records the entry fees and prizes of a tournament."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.models import Tournament
from tarokk_club.club.money.queries.balances.club_balances import list_club_currencies
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.tournaments.money_form import TournamentMoneyForm
from tarokk_club.club.tournaments.queries.corrections import load_late_entrant_ids
from tarokk_club.club.tournaments.queries.entrants import load_seated_player_ids
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.queries.tournament_money import (
    load_charged_player_ids,
    load_tournament_money,
)
from tarokk_club.club.tournaments.usecases.tournament_money import (
    TournamentMoney,
    record_tournament_money,
)
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.removed_players import drop_removed_players

# The number of places with a prize field; further prizes are recorded in the kitty.
PRIZED = 5


@tournament_view(Right.SETTLE)
def record_fees_and_prizes(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the recorded fees and prizes; a POST records more."""
    form = _build_money_form(request, tournament)
    if submit(
        request,
        form,
        lambda submission: record_tournament_money(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            money=_read_money(form),
        ),
    ):
        messages.success(request, _("The money of the tournament is recorded."))
        return redirect("club:tournament_money", tournament.club.slug, tournament.id)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "form": form,
        "facts": load_tournament_money(tournament),
    }
    return render_page(request, "club/tournaments/money.html", context)


def _build_money_form(request: MemberRequest, tournament: Tournament) -> TournamentMoneyForm:
    entrants = [
        (str(entrant.player_id), entrant.player.name)
        for entrant in tournament.entrants.select_related("player")
    ]
    standing = load_standing(tournament)
    # A player who was entered after the end and never played owes nothing by default.
    never_sat = load_late_entrant_ids(tournament) - load_seated_player_ids(tournament)
    unticked = {str(player) for player in load_charged_player_ids(tournament) | never_sat}
    form = TournamentMoneyForm(
        read_post(request),
        entrants=sorted(
            drop_removed_players(tournament.club_id, entrants),
            key=lambda player: build_sort_key(player[1]),
        ),
        results=standing.results[:PRIZED] if standing.final else (),
        initial={
            "date": get_today(tournament.club),
            "players": [pk for pk, _name in entrants if pk not in unticked],
        },
    )
    form.offer_currencies(list_club_currencies(tournament.club))
    return form


def _read_money(form: TournamentMoneyForm) -> TournamentMoney:
    data = form.cleaned_data
    return TournamentMoney(
        currency=data["currency"],
        day=data["date"],
        fee=data["fee"] or 0,
        players=form.read_players() if data["fee"] else (),
        prizes=form.read_prizes(),
        in_cash=data["in_cash"],
    )
