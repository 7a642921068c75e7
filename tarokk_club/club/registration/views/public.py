"""Pages for people without an account: enter a tournament, and read or withdraw the entry."""

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

from tarokk_club.accounts.language import cookie_language
from tarokk_club.club.models import Club, Registration, RegistrationLink, RegistrationTerms
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.link_pages import (
    MINUTE,
    absolute_url,
    behind_link,
    count_guess,
    render_too_many,
)
from tarokk_club.club.pages.responses import attempt, page, posted
from tarokk_club.club.registration.forms import RegisterForm
from tarokk_club.club.registration.queries.registrations import (
    is_begun,
    registration_link_of,
    registration_list,
    registration_of,
    takes_entries,
    terms_of,
)
from tarokk_club.club.registration.usecases.registering import register, withdraw
from tarokk_club.club.values.naming import Naming
from tarokk_club.club.writing.errors import LinkGoneError


@behind_link
def enter_tournament(request: HttpRequest, token: str) -> HttpResponseBase:
    """Tell the terms of a tournament, and enter it."""
    link = registration_link_of(token)
    if link is None:
        raise LinkGoneError
    _speak(request, link.club)
    terms = terms_of(link.tournament)
    form = _form(request, link, terms)
    if request.method == "POST" and form.is_valid():
        if not count_guess(request, action="registration"):
            return render_too_many(request, seconds=5 * MINUTE)
        made = attempt(
            form,
            lambda: register(token=token, key=form.cleaned_data["key"], applicant=form.applicant()),
        )
        if made:
            return redirect("club:own_registration", made.token)
        form.asks_apart = form.asks_apart or "name" in form.errors
    listed = registration_list(link.tournament, terms)
    context = {
        "club": link.club,
        "tournament": link.tournament,
        "terms": terms,
        "form": form,
        "open": takes_entries(link.tournament, terms),
        "listed": listed,
        "next_waiting": listed.waiting + 1 if listed.free == 0 else 0,
    }
    return page(request, "club/registration/enter.html", context)


def _form(
    request: HttpRequest, link: RegistrationLink, terms: RegistrationTerms | None
) -> RegisterForm:
    reduced_for = terms.reduced_for if terms and terms.reduced_fee else None
    full = link.club.guest_names == Naming.FULL
    return RegisterForm(posted(request), reduced_for=reduced_for, asks_name=not full)


@behind_link
def own_registration(request: HttpRequest, token: str) -> HttpResponseBase:
    """Tell somebody who has entered whether they have a place, and let them withdraw."""
    found = registration_of(token)
    if found is None:
        raise LinkGoneError
    _speak(request, found.tournament.club)
    form = KeyForm(posted(request), initial={"key": uuid4()})
    if request.method == "POST" and form.is_valid():
        gone = attempt(form, lambda: withdraw(token=token, key=form.cleaned_data["key"]))
        if gone:
            messages.success(request, _("You have withdrawn. The place goes to the next one."))
            return redirect("club:own_registration", token)
    return page(request, "club/registration/own.html", _own_context(request, found, form))


def _own_context(request: HttpRequest, registration: Registration, form: KeyForm) -> dict[str, Any]:
    tournament = registration.tournament
    club, terms = tournament.club, terms_of(tournament)
    door = reverse("club:door_person", args=[club.slug, tournament.id, registration.id])
    return {
        "club": club,
        "tournament": tournament,
        "terms": terms,
        "row": registration_list(tournament, terms).row_of(registration.id),
        "form": form,
        "begun": is_begun(tournament),
        "address": absolute_url(request, request.path),
        "door": absolute_url(request, door),
    }


def _speak(request: HttpRequest, club: Club) -> None:
    """Activate the club's time zone, and the browser's chosen language, else the club's."""
    timezone.activate(ZoneInfo(club.time_zone))
    language = cookie_language(request) or club.language
    if language in dict(settings.LANGUAGES):
        translation.activate(language)
