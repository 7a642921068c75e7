"""The page for the money of a tournament in the kitty: one form for fees and prizes."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.models import Tournament
from tarokk_club.club.money.queries.balances import list_club_currencies
from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import page, posted, submit
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.tournaments.money_form import TournamentMoneyForm
from tarokk_club.club.tournaments.queries.corrections import entered_too_late
from tarokk_club.club.tournaments.queries.entrants import have_sat
from tarokk_club.club.tournaments.queries.tournament_money import paid_entry, tournament_facts
from tarokk_club.club.tournaments.queries.tournaments import tournament_standing
from tarokk_club.club.tournaments.usecases.bookings import TournamentMoney, record_tournament_money
from tarokk_club.club.writing.gone_players import offerable_players
from tarokk_club.club.writing.permissions import Right

# The number of places with a prize field; any other prize is a payment of the kitty.
PRIZED = 5


@tournament_view(Right.SETTLE)
def tournament_money(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the recorded fees and prizes, and a form to record more."""
    form = _form(request, tournament)
    if submit(
        request,
        form,
        lambda submission: record_tournament_money(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            money=_money(form),
        ),
    ):
        messages.success(request, _("The money of the tournament is in the book."))
        return redirect("club:tournament_money", tournament.club.slug, tournament.id)
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "form": form,
        "facts": tournament_facts(tournament),
    }
    return page(request, "club/tournaments/money.html", context)


def _form(request: MemberRequest, tournament: Tournament) -> TournamentMoneyForm:
    entrants = [
        (str(one.player_id), one.player.name)
        for one in tournament.entrants.select_related("player")
    ]
    standing = tournament_standing(tournament)
    # A player who was entered after the end and never sat owes nothing unless chosen.
    strangers = entered_too_late(tournament) - have_sat(tournament)
    not_asked = {str(one) for one in paid_entry(tournament) | strangers}
    form = TournamentMoneyForm(
        posted(request),
        entrants=sorted(
            offerable_players(tournament.club_id, entrants), key=lambda one: collation_key(one[1])
        ),
        results=standing.results[:PRIZED] if standing.final else (),
        initial={
            "date": today(tournament.club),
            "players": [pk for pk, _name in entrants if pk not in not_asked],
        },
    )
    form.offer_currencies(list_club_currencies(tournament.club))
    return form


def _money(form: TournamentMoneyForm) -> TournamentMoney:
    data = form.cleaned_data
    return TournamentMoney(
        currency=data["currency"],
        day=data["date"],
        fee=data["fee"] or 0,
        players=form.chosen() if data["fee"] else (),
        prizes=form.prizes(),
        in_cash=data["in_cash"],
    )
