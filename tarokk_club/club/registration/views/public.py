"""Pages for people without an account who register for a tournament."""

from __future__ import annotations

from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tarokk_club.accounts.language import read_cookie_language
from tarokk_club.club.models import Club, Registration, RegistrationLink, RegistrationTerms
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.link_pages import (
    MINUTE,
    build_absolute_url,
    count_guess,
    render_too_many,
    require_valid_link,
)
from tarokk_club.club.pages.responses import read_post, render_page, try_write
from tarokk_club.club.registration.forms import RegisterForm
from tarokk_club.club.registration.queries.registrations import (
    find_registration,
    find_registration_link,
    is_registration_open,
    load_registration_list,
    load_registration_terms,
)
from tarokk_club.club.registration.usecases.registrations import (
    register_applicant,
    withdraw_registration,
)
from tarokk_club.club.values.naming import Naming
from tarokk_club.club.writing.errors import LinkGoneError


@require_valid_link
def enter_tournament(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show the terms of a tournament; a POST registers an applicant, within a rate limit."""
    link = find_registration_link(token)
    if link is None:
        raise LinkGoneError
    _activate_locale(request, link.club)
    terms = load_registration_terms(link.tournament)
    form = _build_register_form(request, link, terms)
    if request.method == "POST" and form.is_valid():
        if not count_guess(request, action="registration"):
            return render_too_many(request, seconds=5 * MINUTE)
        registration = try_write(
            form,
            lambda: register_applicant(
                token=token, key=form.cleaned_data["key"], applicant=form.read_applicant()
            ),
        )
        if registration:
            return redirect("club:own_registration", registration.token)
        form.shows_apart = form.shows_apart or "name" in form.errors
    listed = load_registration_list(link.tournament, terms)
    context = {
        "club": link.club,
        "tournament": link.tournament,
        "terms": terms,
        "form": form,
        "open": is_registration_open(link.tournament, terms),
        "listed": listed,
        "next_waiting": listed.waiting_count + 1 if listed.free_places == 0 else 0,
    }
    return render_page(request, "club/registration/enter.html", context)


def _build_register_form(
    request: HttpRequest, link: RegistrationLink, terms: RegistrationTerms | None
) -> RegisterForm:
    reduced_for = terms.reduced_for if terms and terms.reduced_fee else None
    full = link.club.guest_names == Naming.FULL
    return RegisterForm(read_post(request), reduced_for=reduced_for, asks_consent=not full)


@require_valid_link
def show_own_registration(request: HttpRequest, token: str) -> HttpResponseBase:
    """Show the applicant's registration and whether it has a place; a POST withdraws it."""
    registration = find_registration(token)
    if registration is None:
        raise LinkGoneError
    _activate_locale(request, registration.tournament.club)
    form = KeyForm(read_post(request), initial={"key": uuid4()})
    if request.method == "POST" and form.is_valid():
        withdrawn = try_write(
            form, lambda: withdraw_registration(token=token, key=form.cleaned_data["key"])
        )
        if withdrawn:
            messages.success(request, _("You have withdrawn. The place goes to the next one."))
            return redirect("club:own_registration", token)
    return render_page(
        request, "club/registration/own.html", _build_own_context(request, registration, form)
    )


def _build_own_context(
    request: HttpRequest, registration: Registration, form: KeyForm
) -> dict[str, Any]:
    tournament = registration.tournament
    club, terms = tournament.club, load_registration_terms(tournament)
    door = reverse("club:door_person", args=[club.slug, tournament.id, registration.id])
    return {
        "club": club,
        "tournament": tournament,
        "terms": terms,
        "row": load_registration_list(tournament, terms).find_row(registration.id),
        "form": form,
        "begun": tournament.has_begun(),
        "address": build_absolute_url(request, request.path),
        "door": build_absolute_url(request, door),
    }


def _activate_locale(request: HttpRequest, club: Club) -> None:
    """Activate the club's time zone, and the language from the cookie or else the club's."""
    timezone.activate(ZoneInfo(club.time_zone))
    language = read_cookie_language(request) or club.language
    if language in dict(settings.LANGUAGES):
        translation.activate(language)
