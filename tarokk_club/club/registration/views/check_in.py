"""Pages for the check-in on the day: arrivals, fees, and a code for each entrant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.models import Tournament
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.htmx import render_page_or_fragment
from tarokk_club.club.pages.link_pages import build_absolute_url
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.registration.forms import SwitchForm
from tarokk_club.club.registration.queries.check_in import (
    CheckInList,
    CheckInRow,
    load_check_in_list,
)
from tarokk_club.club.registration.usecases.check_in import (
    check_in,
    check_in_everybody,
    switch_check_in,
    switch_reduced_fee,
    take_entry_fee,
)
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import LONGEST_NAME

PAGE = "club/registration/door.html"
# The fragment with the rows, replaced while the organiser types a name.
ROWS = "club/registration/_door.html"


@tournament_view(Right.CORRECT)
def show_check_in(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """List the entrants with their arrivals and fees, filtered by name."""
    context = _build_context(request, tournament, KeyForm())
    return render_page_or_fragment(request, PAGE, ROWS, context)


def _build_context(request: MemberRequest, tournament: Tournament, form: KeyForm) -> dict[str, Any]:
    entrants = load_check_in_list(tournament)
    wanted = _read_search(request)
    rows = entrants.find_rows_by_name(wanted) if wanted else entrants.rows
    return {
        "club": tournament.club,
        "tournament": tournament,
        "check_in": entrants,
        "wanted": wanted,
        "rows": [(row, _build_arrival_form(row)) for row in rows],
        "switch": SwitchForm(initial={"on": str(int(not tournament.check_in))}),
        "everybody": KeyForm(),
        "form": form,
        "rights": request.rights,
    }


def _read_search(request: MemberRequest) -> str:
    text = request.GET.get("name", "") or request.POST.get("wanted", "")
    return " ".join(text.split())[:LONGEST_NAME]


def _build_arrival_form(row: CheckInRow) -> SwitchForm:
    """Return the form that checks the player in, or undoes the check-in."""
    return SwitchForm(initial={"on": str(int(row.arrived_at is None))}, auto_id=False)


@tournament_view(post=Right.CORRECT)
def set_check_in(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Begin or end the check-in."""
    form = SwitchForm(request.POST)
    if submit(
        request,
        form,
        lambda submission: switch_check_in(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            on=form.cleaned_data["on"],
        ),
    ):
        return _redirect_to_list(request, tournament)
    return render_page(request, PAGE, _build_context(request, tournament, form))


@tournament_view(post=Right.CORRECT)
def check_in_all_entrants(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Check all entrants in at once."""
    form = KeyForm(request.POST)
    if submit(
        request,
        form,
        lambda submission: check_in_everybody(
            club_id=tournament.club_id, form=submission, tournament_id=tournament.id
        ),
    ):
        messages.success(request, _("All are here."))
        return _redirect_to_list(request, tournament)
    return render_page(request, PAGE, _build_context(request, tournament, form))


@tournament_view(Right.CORRECT)
def show_person(
    request: MemberRequest, tournament: Tournament, person_id: UUID
) -> HttpResponseBase:
    """Show the entrant with the scanned code; a POST records or undoes the arrival.

    person_id: id of the player or of the registration.
    """
    form = SwitchForm(read_post(request))
    check_in_list = load_check_in_list(tournament)
    row = _find_row(tournament, check_in_list, person_id)
    if row and submit(
        request,
        form,
        lambda submission: check_in(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            player_id=row.player_id,
            arrived=form.cleaned_data["on"],
        ),
    ):
        return _redirect_back(request, tournament, row)
    if form.is_bound:
        # Another request may have changed the entrants meanwhile.
        check_in_list = load_check_in_list(tournament)
    return _render_person(request, tournament, check_in_list, person_id, form)


def _render_person(
    request: MemberRequest,
    tournament: Tournament,
    check_in_list: CheckInList,
    person_id: UUID,
    form: KeyForm,
) -> HttpResponseBase:
    row = _find_row(tournament, check_in_list, person_id)
    waiting = tournament.registrations.filter(pk=person_id).first()
    if row is None and waiting is None:
        raise Http404
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "row": row,
        "registration": waiting,
        "form": form,
        "arrival": _build_arrival_form(row) if row else None,
        "paid": SwitchForm(initial={"on": "1"}, auto_id=False),
        "reduced": SwitchForm(initial={"on": str(int(not row.reduced))}) if row else None,
        "reducible": bool(row and check_in_list.has_reduced_fee),
        "rights": request.rights,
    }
    return render_page(request, "club/registration/door_person.html", context)


def _find_row(
    tournament: Tournament, check_in_list: CheckInList, person_id: UUID
) -> CheckInRow | None:
    """Return the row of a player or a registration, None if the person does not take part."""
    registered = tournament.registrations.filter(pk=person_id, withdrawn_at=None)
    player = registered.values_list("player_id", flat=True).first()
    return check_in_list.find_row(player or person_id)


def _build_switch_view(
    write: Callable[[MemberRequest, Tournament, CheckInRow, SwitchForm], Any], right: Right
) -> Any:
    """Return a POST view that saves a change to an entrant and redirects back.

    write: function that submits the form, and returns a true value if it was saved.
    right: right that the view requires.
    """

    @tournament_view(post=right)
    def view(request: MemberRequest, tournament: Tournament, person_id: UUID) -> HttpResponseBase:
        form = SwitchForm(request.POST)
        row = _find_row(tournament, load_check_in_list(tournament), person_id)
        if row is None:
            raise Http404
        if form.is_valid() and write(request, tournament, row, form):
            return _redirect_back(request, tournament, row)
        return _render_person(request, tournament, load_check_in_list(tournament), person_id, form)

    return view


def _submit_reduced_fee(
    request: MemberRequest, tournament: Tournament, row: CheckInRow, form: SwitchForm
) -> Any:
    return submit(
        request,
        form,
        lambda submission: switch_reduced_fee(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            player_id=row.player_id,
            reduced=form.cleaned_data["on"],
        ),
    )


def _submit_fee_payment(
    request: MemberRequest, tournament: Tournament, row: CheckInRow, form: SwitchForm
) -> Any:
    return submit(
        request,
        form,
        lambda submission: take_entry_fee(
            form=submission, tournament=tournament, player_id=row.player_id
        ),
    )


set_reduced = _build_switch_view(_submit_reduced_fee, Right.CORRECT)
take_fee = _build_switch_view(_submit_fee_payment, Right.SETTLE)


@tournament_view(Right.CORRECT)
def show_check_in_codes(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show a QR code for each entrant to print; a scan opens the entrant's check-in page."""
    club = tournament.club
    codes = [
        (
            row,
            build_absolute_url(
                request,
                reverse("club:door_person", args=[club.slug, tournament.id, row.player_id]),
            ),
        )
        for row in load_check_in_list(tournament).rows
    ]
    context = {
        "club": club,
        "tournament": tournament,
        "codes": codes,
        "sheets": codes,
        "live": reverse("club:door", args=[club.slug, tournament.id]),
        "size": "a4",
    }
    return render_page(request, "club/registration/codes.html", context)


def _redirect_back(
    request: MemberRequest, tournament: Tournament, row: CheckInRow
) -> HttpResponseBase:
    """Redirect to the page that sent the form, either the entrant's page or the list."""
    if request.POST.get("back") == "person":
        return redirect("club:door_person", tournament.club.slug, tournament.id, row.player_id)
    return _redirect_to_list(request, tournament)


def _redirect_to_list(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    return redirect("club:door", tournament.club.slug, tournament.id)
