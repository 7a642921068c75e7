"""The page of one's own account."""

from __future__ import annotations

from typing import cast

from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils import translation
from django.utils.translation import gettext as _

from tarokk_club.club.forms.base import KeyForm
from tarokk_club.club.forms.members import ProfileForm
from tarokk_club.club.models import User
from tarokk_club.club.queries.clubs import clubs_of
from tarokk_club.club.queries.devices import devices_of
from tarokk_club.club.usecases.change_profile import change_profile
from tarokk_club.club.views.access import signed_in
from tarokk_club.club.views.answer import attempt, page, posted


@signed_in
def me(request: HttpRequest) -> HttpResponseBase:
    """Name and language, password, devices."""
    user = cast(User, request.user)
    form = ProfileForm(posted(request), initial={"name": user.name, "language": user.language})
    if request.method == "POST" and form.is_valid():
        name, language = form.cleaned_data["name"], form.cleaned_data["language"]
        if attempt(form, lambda: change_profile(user=user, name=name, language=language)):
            with translation.override(language or None):
                messages.success(request, _("Saved."))
            return redirect("club:me")
    # What was refused stays in the form and out of the rest of the page.
    shown = User.objects.get(pk=user.pk)
    context = {
        "form": form,
        "me": shown,
        "clubs": clubs_of(shown),
        "devices": devices_of(shown, here=request.session.session_key),
        "other": KeyForm(),
        "has_mail": settings.EMAIL_CONFIGURED,
    }
    return page(request, "club/people/me.html", context)


@signed_in
def leave_everywhere(request: HttpRequest) -> HttpResponseBase:
    """Sign out on every device, this one too."""
    if request.method == "POST":
        end_sessions(request, UserSession.objects.filter(user=cast(User, request.user)))
        messages.success(request, _("You are signed out everywhere."))
        return redirect("account_login")
    return redirect("club:me")
