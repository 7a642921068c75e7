"""Pages to edit the user's account, sign out on devices, and change the password."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID
from zoneinfo import ZoneInfo

from allauth.account.views import PasswordChangeView
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from tarokk_club.accounts.allauth_internals import end_sessions
from tarokk_club.accounts.language import find_user_language
from tarokk_club.club.models import Player, User
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import signed_in
from tarokk_club.club.pages.responses import read_post, render_page, try_write
from tarokk_club.club.people.forms.access import EndAccessForm, PasswordChangeForm
from tarokk_club.club.people.forms.members import ProfileForm
from tarokk_club.club.people.forms.players import HideNameForm
from tarokk_club.club.people.queries.accounts import (
    list_keys_and_links,
    load_devices,
    load_players_of_user,
)
from tarokk_club.club.people.queries.clubs import load_clubs_of_user
from tarokk_club.club.people.usecases.accounts import (
    change_profile,
    delete_push_devices,
    end_keys_and_links,
)
from tarokk_club.club.people.usecases.players import set_own_player_hidden
from tarokk_club.club.writing.permissions import can_found_club


@signed_in
def edit_account(request: HttpRequest) -> HttpResponseBase:
    """Show the account with its devices, keys and links; a POST changes the name and language."""
    user = cast(User, request.user)
    form = ProfileForm(read_post(request), initial={"name": user.name, "language": user.language})
    if request.method == "POST" and form.is_valid():
        name, language = form.cleaned_data["name"], form.cleaned_data["language"]
        if try_write(form, lambda: change_profile(user=user, name=name, language=language)):
            with translation.override(find_user_language(user) or translation.get_language()):
                messages.success(request, _("Saved."))
            answer = redirect("club:me")
            # Otherwise the language chosen in this browser would override the new one.
            answer.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
            return answer
    # Reload the user, so that refused values appear only in the form.
    user_row = User.objects.get(pk=user.pk)
    clubs = load_clubs_of_user(user_row)
    if clubs:
        # The middleware `reset_time_zone` deactivates it after the request.
        timezone.activate(ZoneInfo(clubs[0].time_zone))
    context = {
        "form": form,
        "me": user_row,
        "clubs": clubs,
        "devices": load_devices(user_row, current_key=request.session.session_key),
        "ending": EndAccessForm(access=list_keys_and_links(user_row)),
        "plays": [
            (player, HideNameForm.build_for_player(player))
            for player in load_players_of_user(user_row)
        ],
        "other": KeyForm(),
        "may_found": can_found_club(user_row),
        "has_mail": settings.EMAIL_CONFIGURED,
    }
    return render_page(request, "club/people/me.html", context)


@signed_in
def set_own_name_hidden(request: HttpRequest, player_id: UUID) -> HttpResponseBase:
    """Set whether guest pages show the name of one of the user's players."""
    user = cast(User, request.user)
    get_object_or_404(Player, pk=player_id, user=user)
    form = HideNameForm(request.POST)
    if request.method == "POST" and form.is_valid():
        set_own_player_hidden(user=user, player_id=player_id, hidden=form.cleaned_data["hidden"])
        messages.success(request, _("Saved."))
    return redirect("club:me")


@signed_in
def sign_out_device(request: HttpRequest, visit_id: int) -> HttpResponseBase:
    """Sign out and stop notifications on one device, which may be the current one."""
    visit = get_object_or_404(UserSession, pk=visit_id, user=cast(User, request.user))
    if request.method == "POST":
        is_current = visit.session_key == request.session.session_key
        delete_push_devices(user=visit.user, session_key=visit.session_key)
        end_sessions(request, UserSession.objects.filter(pk=visit.pk))
        if is_current:
            return redirect("account_login")
        messages.success(request, _("That device is signed out."))
    return redirect("club:me")


@signed_in
def sign_out_everywhere(request: HttpRequest) -> HttpResponseBase:
    """Sign out on all devices, including the current one, and end the selected keys and links."""
    if request.method == "POST":
        user = cast(User, request.user)
        # Not validated by the form, as an ended key must not prevent signing out.
        end_keys_and_links(user=user, idents=request.POST.getlist("ends"))
        delete_push_devices(user=user)
        end_sessions(request, UserSession.objects.filter(user=user))
        messages.success(request, _("You are signed out everywhere."))
        return redirect("account_login")
    return redirect("club:me")


class ChangePassword(PasswordChangeView):  # type: ignore[misc]  # allauth is untyped
    """The page to change the password, and to end selected API keys and calendar links."""

    def get_form_class(self) -> type[PasswordChangeForm]:
        """Return the form class, which also offers to end API keys and calendar links."""
        return PasswordChangeForm

    def get_form_kwargs(self) -> dict[str, Any]:
        """Return the arguments of the form, including the user's keys and links."""
        kwargs: dict[str, Any] = super().get_form_kwargs()
        return kwargs | {"access": list_keys_and_links(cast(User, self.request.user))}

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Change the password, end the selected keys and links, and return the response."""
        answer: HttpResponse = super().form_valid(form)
        idents = form.cleaned_data.get("ends", ())
        end_keys_and_links(user=cast(User, self.request.user), idents=idents)
        return answer
