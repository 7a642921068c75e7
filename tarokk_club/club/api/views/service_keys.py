"""Pages of the service keys of a user, and of the webhooks and service keys of a club."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tarokk_club.accounts.allauth_internals import raise_if_reauthentication_required
from tarokk_club.accounts.second_step import has_second_step
from tarokk_club.club.api.forms import ServiceKeyForm
from tarokk_club.club.api.queries.keys import (
    list_clubs_for_service_keys,
    list_service_keys_of_club,
    list_service_keys_of_user,
)
from tarokk_club.club.api.usecases.keys import (
    ServiceKeyPlan,
    drop_own_service_key,
    end_service_key_access,
    make_service_key,
)
from tarokk_club.club.models import Club, ServiceKey, User
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import MemberRequest, club_view, signed_in
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.webhooks.queries import list_webhooks
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission


@signed_in
def manage_service_keys(request: HttpRequest) -> HttpResponseBase:
    """Render the service keys that the user created; POST creates one and shows its token once.

    Raise ReauthenticationRequired if the user must sign in again to create one.
    """
    user = cast(User, request.user)
    clubs = list_clubs_for_service_keys(user)
    form = ServiceKeyForm(read_post(request), clubs=clubs)

    def create_key(submission: Submission) -> tuple[ServiceKey, str | None]:
        raise_if_reauthentication_required(request, app="account")
        plan = ServiceKeyPlan(
            name=form.cleaned_data["name"],
            clubs=[UUID(club) for club in form.cleaned_data["clubs"]],
            scopes=form.cleaned_data["scopes"],
            until=form.cleaned_data["until"],
            second_step=has_second_step(request),
        )
        return make_service_key(form=submission, maker=user, plan=plan)

    result = submit(request, form, create_key)
    context: dict[str, Any] = {"keys": list_service_keys_of_user(user), "other": KeyForm()}
    if result:
        key, token = result
        context |= {"key": key, "token": token, "is_service": True}
        return render_page(request, "club/api/key_made.html", context)
    context |= {"form": form, "clubs": clubs}
    return render_page(request, "club/api/service_keys.html", context)


@signed_in
def delete_own_service_key(request: HttpRequest, key_id: UUID) -> HttpResponseBase:
    """Delete a service key that the user created."""
    form = KeyForm(read_post(request))
    if request.method != "POST" or not form.is_valid():
        return redirect("club:service_keys")
    get_object_or_404(ServiceKey, pk=key_id, made_by=cast(User, request.user))
    if submit(
        request, form, lambda submission: drop_own_service_key(form=submission, key_id=key_id)
    ):
        messages.success(request, _("The key no longer works."))
    return redirect("club:service_keys")


@club_view(Right.MEMBERS, post=Right.MEMBERS)
def manage_programs(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Render the club's webhooks and service keys; POST ends the access of a service key."""
    if request.method == "POST":
        return _end_key_access(request, club)
    context = {"club": club, "keys": list_service_keys_of_club(club), "other": KeyForm()}
    context["webhooks"] = list_webhooks(club)
    return render_page(request, "club/api/programs.html", context)


def _end_key_access(request: MemberRequest, club: Club) -> HttpResponseBase:
    form = KeyForm(request.POST)
    key_id = read_id(request.POST.get("drop", ""))
    if key_id and submit(
        request,
        form,
        lambda submission: end_service_key_access(club_id=club.id, form=submission, key_id=key_id),
    ):
        messages.success(request, _("The key no longer works for this club."))
    return redirect("club:programs", club.slug)
