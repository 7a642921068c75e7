"""How the site looks for a person, or in a browser where nobody is signed in."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from tarokk_club.club.forms.appearance import ThemeForm
from tarokk_club.club.models import User
from tarokk_club.club.theming import remember_theme, theme_of
from tarokk_club.club.usecases.change_theme import change_theme
from tarokk_club.club.views.access import public
from tarokk_club.club.views.answer import page, posted


@public
def appearance(request: HttpRequest) -> HttpResponseBase:
    """Choose the look; it is kept with the account and in this browser."""
    came = request.GET.get("next") or request.headers.get("Referer", "")
    initial = {"theme": theme_of(request), "next": _inside(request, came)}
    form = ThemeForm(posted(request), initial=initial)
    back = _inside(request, str(form["next"].value() or ""))
    if request.method == "POST" and form.is_valid():
        theme = form.cleaned_data["theme"]
        if isinstance(request.user, User):
            change_theme(user=request.user, theme=theme)
        messages.success(request, _("Saved."))
        answer = redirect(back)
        remember_theme(answer, theme)
        return answer
    return page(request, "club/people/appearance.html", {"form": form, "back": back})


def _inside(request: HttpRequest, address: str) -> str:
    """The address, when it leads to a page of this site."""
    hosts, secure = {request.get_host()}, request.is_secure()
    good = url_has_allowed_host_and_scheme(address, allowed_hosts=hosts, require_https=secure)
    return address if good else reverse("club:home")
