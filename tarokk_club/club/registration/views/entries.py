"""Pages on which the organiser sets the terms and accepts registrations."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.models import Tournament
from tarokk_club.club.money.queries.balances.club_balances import (
    format_amount_input,
    list_club_currencies,
)
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.link_pages import build_absolute_url, is_local_only
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.registration.forms import AcceptAllForm, AcceptForm, TermsForm
from tarokk_club.club.registration.queries.registrations import (
    RegistrationRow,
    find_namesakes,
    is_registration_open,
    load_open_registration_link,
    load_registration_list,
    load_registration_terms,
)
from tarokk_club.club.registration.usecases.registrations import (
    accept_registrations,
    remove_registration,
)
from tarokk_club.club.registration.usecases.terms import open_registration, revoke_registration_link
from tarokk_club.club.writing.permissions import Right


@tournament_view(Right.CORRECT)
def list_registrations(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """List the registrations; a POST accepts those submitted with the form."""
    form = AcceptAllForm(read_post(request))
    if submit(
        request,
        form,
        lambda submission: accept_registrations(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            accepted=form.read_decisions(),
        ),
    ):
        messages.success(request, _("They now take part."))
        return _redirect_to_entries(tournament)
    terms = load_registration_terms(tournament)
    listed = load_registration_list(tournament, terms)
    acceptable = [str(row.registration.id) for row in listed.rows if row.is_acceptable]
    accept_form = AcceptAllForm(initial={"registrations": " ".join(acceptable)})
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "terms": terms,
        "link": load_open_registration_link(tournament),
        "open": is_registration_open(tournament, terms),
        "listed": listed,
        "acceptable": len(acceptable),
        "form": form,
        "accept": accept_form,
    }
    return render_page(request, "club/registration/entries.html", context)


@tournament_view(Right.CORRECT)
def edit_terms(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the form for places, last day and fees; a POST saves it, and makes a link if needed."""
    form = _build_terms_form(request, tournament)
    if submit(
        request,
        form,
        lambda submission: open_registration(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            terms=form.read_terms(),
        ),
    ):
        return redirect("club:entry_link", tournament.club.slug, tournament.id)
    context = {"club": tournament.club, "tournament": tournament, "form": form}
    context["link"] = load_open_registration_link(tournament)
    return render_page(request, "club/registration/terms.html", context)


def _build_terms_form(request: MemberRequest, tournament: Tournament) -> TermsForm:
    terms = load_registration_terms(tournament)
    initial: dict[str, Any] = {}
    if terms:
        fees = {"fee": terms.fee, "reduced_fee": terms.reduced_fee}
        initial = {
            "places": terms.places or None,
            "last_day": terms.last_day,
            "currency": terms.currency,
            "reduced_for": terms.reduced_for,
            **{name: format_amount_input(fee, terms.currency) for name, fee in fees.items() if fee},
        }
    form = TermsForm(read_post(request), initial=initial)
    form.offer_currencies(list_club_currencies(tournament.club))
    return form


@tournament_view(Right.CORRECT)
def show_registration_link(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the public link with its QR code; a POST revokes the link."""
    form = KeyForm(read_post(request))
    if submit(
        request,
        form,
        lambda submission: revoke_registration_link(
            club_id=tournament.club_id, form=submission, tournament_id=tournament.id
        ),
    ):
        messages.success(request, _("The link to enter no longer works."))
        return _redirect_to_entries(tournament)
    context: dict[str, Any] = {
        "club": tournament.club,
        "tournament": tournament,
        "terms": load_registration_terms(tournament),
        "form": form,
    }
    link = load_open_registration_link(tournament)
    if link and link.token:
        address = build_absolute_url(request, reverse("club:enter_tournament", args=[link.token]))
        context |= {"address": address, "local": is_local_only(address)}
    return render_page(request, "club/registration/link.html", context)


@tournament_view(Right.CORRECT)
def show_registration(
    request: MemberRequest, tournament: Tournament, registration_id: UUID
) -> HttpResponseBase:
    """Show a registration; a POST accepts it."""
    row = _get_row_or_404(tournament, registration_id)
    submitted = row.registration
    proposed = _propose_name(row)
    # The proposed name or the submitted one may belong to a third person.
    names = [submitted.name, proposed, request.POST.get("name", "")]
    form = AcceptForm(
        read_post(request),
        namesakes=[(str(player.id), player.name) for player in find_namesakes(tournament, names)],
        initial={"name": proposed},
    )
    if submit(
        request,
        form,
        lambda submission: accept_registrations(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            accepted=[form.read_decision(submitted.id)],
        ),
    ):
        return _redirect_to_entries(tournament)
    return _render_entry(request, tournament, row, form)


@tournament_view(post=Right.CORRECT)
def discard_registration(
    request: MemberRequest, tournament: Tournament, registration_id: UUID
) -> HttpResponseBase:
    """Remove a registration."""
    row, form = _get_row_or_404(tournament, registration_id), KeyForm(request.POST)
    if submit(
        request,
        form,
        lambda submission: remove_registration(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            registration_id=registration_id,
        ),
    ):
        messages.success(request, _("The entry is removed."))
        return _redirect_to_entries(tournament)
    return _render_entry(request, tournament, row, form)


def _render_entry(
    request: MemberRequest, tournament: Tournament, row: RegistrationRow, form: KeyForm
) -> HttpResponseBase:
    token = row.registration.token
    context: dict[str, Any] = {
        "club": tournament.club,
        "tournament": tournament,
        "row": row,
        "form": form,
        "accepts": isinstance(form, AcceptForm),
        "remove": KeyForm(),
    }
    if token:
        context["own"] = reverse("club:own_registration", args=[token])
    return render_page(request, "club/registration/registration.html", context)


def _get_row_or_404(tournament: Tournament, registration_id: UUID) -> RegistrationRow:
    row = load_registration_list(tournament, load_registration_terms(tournament)).find_row(
        registration_id
    )
    if row is None:
        raise Http404
    return row


def _propose_name(row: RegistrationRow) -> str:
    """Return the registered name, with the club if a player of the club has the same name."""
    name, club = row.registration.name, row.registration.club_name
    return f"{name} ({club})"[:80] if row.namesake and club else name


def _redirect_to_entries(tournament: Tournament) -> HttpResponseBase:
    return redirect("club:entries", tournament.club.slug, tournament.id)
