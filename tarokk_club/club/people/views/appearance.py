"""The page for the appearance of the site, for an account or an anonymous browser."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from tarokk_club.accounts.language import (
    choose_next_language,
    read_cookie_language,
    read_link_language,
    set_language_cookie,
)
from tarokk_club.club.models import User
from tarokk_club.club.pages.loaders import public
from tarokk_club.club.pages.responses import read_post, render_page
from tarokk_club.club.pages.theming import read_appearance, set_appearance_cookie
from tarokk_club.club.people.forms.appearance import AppearanceForm
from tarokk_club.club.people.usecases.accounts import change_appearance
from tarokk_club.club.values.theming import Appearance


@public
def choose_appearance(request: HttpRequest) -> HttpResponseBase:
    """Show the form for the appearance; a POST saves it.

    For anonymous visitors the form also has the language.
    """
    requested = read_link_language(request)
    if requested:
        translation.activate(requested)
    came = request.GET.get("next") or request.headers.get("Referer", "")
    now = read_appearance(request)
    initial = {
        "theme": now.theme,
        "hand_side": now.hand_side,
        "language": requested or read_cookie_language(request),
        "next": _choose_local_url(request, came),
    }
    signed_in = request.user.is_authenticated
    form = AppearanceForm(read_post(request), initial=initial, signed_in=signed_in)
    back = _choose_local_url(request, str(form["next"].value() or ""))
    if request.method == "POST" and form.is_valid():
        return _save_appearance(request, form, redirect(back))
    return render_page(request, "club/people/appearance.html", {"form": form, "back": back})


def _save_appearance(
    request: HttpRequest, form: AppearanceForm, answer: HttpResponseBase
) -> HttpResponseBase:
    """Save the choices in cookies, and return the response.

    The appearance of a signed-in user is also saved in the account.
    """
    data = form.cleaned_data
    look, language = Appearance(data["theme"], data["hand_side"]), data.get("language", "")
    set_appearance_cookie(answer, look)
    if isinstance(request.user, User):
        change_appearance(user=request.user, look=look)
        messages.success(request, _("Saved."))
        return answer
    set_language_cookie(answer, language)
    with translation.override(choose_next_language(request, language)):
        messages.success(request, _("Saved."))
    return answer


def _choose_local_url(request: HttpRequest, address: str) -> str:
    """Return the URL if it is on this site, else the URL of the home page."""
    hosts, secure = {request.get_host()}, request.is_secure()
    good = url_has_allowed_host_and_scheme(address, allowed_hosts=hosts, require_https=secure)
    # `redirect` would treat a word without a slash as a URL name.
    return address if good and address.startswith(("/", "http")) else reverse("club:home")
