"""Pages for the organiser: the terms and the link, and who has entered by it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.models import Tournament
from tarokk_club.club.money.queries.balances import currencies, format_amount_input
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.link_pages import absolute_url, is_local_only
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import page, posted, submit
from tarokk_club.club.registration.forms import AcceptAllForm, AcceptForm, TermsForm
from tarokk_club.club.registration.queries.registrations import (
    RegistrationRow,
    namesake_of,
    open_link,
    registration_list,
    takes_entries,
    terms_of,
)
from tarokk_club.club.registration.usecases.accepting import (
    accept_registrations,
    remove_registration,
)
from tarokk_club.club.registration.usecases.terms import (
    open_registration,
    revoke_registration_link,
)
from tarokk_club.club.writing.permissions import Right


@tournament_view(Right.CORRECT)
def entries(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """List who has entered, and accept all who have a place and no namesake."""
    form = AcceptAllForm(posted(request))
    if submit(
        request,
        form,
        lambda submission: accept_registrations(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            accepted=form.chosen(),
        ),
    ):
        messages.success(request, _("They take part."))
        return _to_entries(tournament)
    terms = terms_of(tournament)
    listed = registration_list(tournament, terms)
    acceptable = [str(row.registration.id) for row in listed.rows if row.acceptable]
    shown = AcceptAllForm(initial={"registrations": " ".join(acceptable)})
    context = {
        "club": tournament.club,
        "tournament": tournament,
        "terms": terms,
        "link": open_link(tournament),
        "open": takes_entries(tournament, terms),
        "listed": listed,
        "acceptable": len(acceptable),
        "form": form,
        "accept": shown,
    }
    return page(request, "club/registration/entries.html", context)


@tournament_view(Right.CORRECT)
def entry_terms(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Set places, last day and fees, and make the link."""
    form = _terms_form(request, tournament)
    if submit(
        request,
        form,
        lambda submission: open_registration(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            terms=form.terms(),
        ),
    ):
        return redirect("club:entry_link", tournament.club.slug, tournament.id)
    context = {"club": tournament.club, "tournament": tournament, "form": form}
    context["link"] = open_link(tournament)
    return page(request, "club/registration/terms.html", context)


def _terms_form(request: MemberRequest, tournament: Tournament) -> TermsForm:
    terms = terms_of(tournament)
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
    form = TermsForm(posted(request), initial=initial)
    form.offer_currencies(currencies(tournament.club))
    return form


@tournament_view(Right.CORRECT)
def entry_link(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the link as a QR code while there is one; a POST revokes it."""
    form = KeyForm(posted(request))
    if submit(
        request,
        form,
        lambda submission: revoke_registration_link(
            club_id=tournament.club_id, form=submission, tournament_id=tournament.id
        ),
    ):
        messages.success(request, _("Nobody can enter by this link any more."))
        return _to_entries(tournament)
    context: dict[str, Any] = {
        "club": tournament.club,
        "tournament": tournament,
        "terms": terms_of(tournament),
        "form": form,
    }
    link = open_link(tournament)
    if link and link.token:
        address = absolute_url(request, reverse("club:enter_tournament", args=[link.token]))
        context |= {"address": address, "local": is_local_only(address)}
    return page(request, "club/registration/link.html", context)


@tournament_view(Right.CORRECT)
def registration(
    request: MemberRequest, tournament: Tournament, registration_id: UUID
) -> HttpResponseBase:
    """Show a registration, and accept it."""
    row = _row(tournament, registration_id)
    found = row.registration
    namesake = namesake_of(tournament, found.name) if row.namesake else None
    form = AcceptForm(
        posted(request),
        namesake=(str(namesake.id), namesake.name) if namesake else None,
        initial={"name": _proposal(row)},
    )
    if submit(
        request,
        form,
        lambda submission: accept_registrations(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            accepted=[form.decision(found.id)],
        ),
    ):
        return _to_entries(tournament)
    return _render_entry(request, tournament, row, form)


@tournament_view(post=Right.CORRECT)
def registration_remove(
    request: MemberRequest, tournament: Tournament, registration_id: UUID
) -> HttpResponseBase:
    """Remove a registration."""
    row, form = _row(tournament, registration_id), KeyForm(request.POST)
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
        return _to_entries(tournament)
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
    return page(request, "club/registration/registration.html", context)


def _row(tournament: Tournament, registration_id: UUID) -> RegistrationRow:
    row = registration_list(tournament, terms_of(tournament)).row_of(registration_id)
    if row is None:
        raise Http404
    return row


def _proposal(row: RegistrationRow) -> str:
    """Return the proposed name of the player."""
    name, club = row.registration.name, row.registration.club_name
    return f"{name} ({club})"[:80] if row.namesake and club else name


def _to_entries(tournament: Tournament) -> HttpResponseBase:
    return redirect("club:entries", tournament.club.slug, tournament.id)
