"""The page for the look of the site, for an account or for a browser without sign-in."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from tarokk_club.accounts.language import (
    cookie_language,
    link_language,
    next_language,
    remember_language,
)
from tarokk_club.club.models import User
from tarokk_club.club.pages.loaders import public
from tarokk_club.club.pages.responses import page, posted
from tarokk_club.club.pages.theming import look_of, remember_look
from tarokk_club.club.people.forms.appearance import LookForm
from tarokk_club.club.people.usecases.accounts import change_look
from tarokk_club.club.values.theming import Look


@public
def appearance(request: HttpRequest) -> HttpResponseBase:
    """Show and save the look, for account and browser, and the language, for this browser only."""
    asked = link_language(request)
    if asked:
        translation.activate(asked)
    came = request.GET.get("next") or request.headers.get("Referer", "")
    now = look_of(request)
    initial = {
        "theme": now.theme,
        "hand_side": now.hand_side,
        "language": asked or cookie_language(request),
        "next": _inside(request, came),
    }
    known = request.user.is_authenticated
    form = LookForm(posted(request), initial=initial, signed_in=known)
    back = _inside(request, str(form["next"].value() or ""))
    if request.method == "POST" and form.is_valid():
        return _chosen(request, form, redirect(back))
    return page(request, "club/people/appearance.html", {"form": form, "back": back})


def _chosen(request: HttpRequest, form: LookForm, answer: HttpResponseBase) -> HttpResponseBase:
    """Save the choice and return the response in the chosen language."""
    data = form.cleaned_data
    look, language = Look(data["theme"], data["hand_side"]), data.get("language", "")
    remember_look(answer, look)
    if isinstance(request.user, User):
        change_look(user=request.user, look=look)
        messages.success(request, _("Saved."))
        return answer
    remember_language(answer, language)
    with translation.override(next_language(request, language)):
        messages.success(request, _("Saved."))
    return answer


def _inside(request: HttpRequest, address: str) -> str:
    """Return the address if it leads to a page of this site, else the home page."""
    hosts, secure = {request.get_host()}, request.is_secure()
    good = url_has_allowed_host_and_scheme(address, allowed_hosts=hosts, require_https=secure)
    # `redirect` would take a word without a slash for a URL name.
    return address if good and address.startswith(("/", "http")) else reverse("club:home")
