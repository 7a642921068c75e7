"""Pages where users manage their own API keys, and club owners delete those of a member."""

from __future__ import annotations

from typing import Any, cast
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tarokk_club.accounts.allauth_internals import raise_if_reauthentication_required
from tarokk_club.accounts.second_step import has_second_step
from tarokk_club.club.api.forms import ApiKeyForm
from tarokk_club.club.api.queries.keys import (
    list_clubs_for_keys,
    list_clubs_for_service_keys,
    list_keys_of_member,
    list_keys_of_user,
)
from tarokk_club.club.api.usecases.keys import KeyPlan, drop_api_key, make_api_key
from tarokk_club.club.models import ApiKey, Club, Membership, User
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import MemberRequest, club_view, signed_in
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission


@signed_in
def manage_own_keys(request: HttpRequest) -> HttpResponseBase:
    """Render the user's own API keys; POST creates one and shows its token once.

    Raise ReauthenticationRequired if the user must sign in again to create one.
    """
    user = cast(User, request.user)
    clubs = list_clubs_for_keys(user)
    form = ApiKeyForm(read_post(request), clubs=clubs)

    def create_key(submission: Submission) -> tuple[ApiKey, str | None]:
        raise_if_reauthentication_required(request, app="account")
        plan = KeyPlan(
            name=form.cleaned_data["name"],
            scopes=form.cleaned_data["scopes"],
            until=form.cleaned_data["until"],
            second_step=has_second_step(request),
        )
        return make_api_key(club_id=UUID(form.cleaned_data["club"]), form=submission, plan=plan)

    result = submit(request, form, create_key)
    if result:
        key, token = result
        beside = {"keys": list_keys_of_user(user), "other": KeyForm()}
        return render_page(
            request, "club/api/key_made.html", {"key": key, "token": token, **beside}
        )
    owns = bool(list_clubs_for_service_keys(user))
    context: dict[str, Any] = {"form": form, "clubs": clubs, "owns": owns}
    context |= {"keys": list_keys_of_user(user), "other": KeyForm()}
    return render_page(request, "club/api/keys.html", context)


@signed_in
def delete_own_key(request: HttpRequest, key_id: UUID) -> HttpResponseBase:
    """Delete one of the user's own API keys."""
    user = cast(User, request.user)
    form = KeyForm(read_post(request))
    if request.method != "POST" or not form.is_valid():
        return redirect("club:keys")
    key = get_object_or_404(ApiKey, pk=key_id, user=user)
    if submit(
        request,
        form,
        lambda submission: drop_api_key(
            club_id=key.club_id, form=submission, key_id=key_id, own=True
        ),
    ):
        messages.success(request, _("The key no longer works."))
    return redirect("club:keys")


@club_view(Right.MEMBERS, post=Right.MEMBERS)
def manage_member_keys(request: MemberRequest, club: Club, user_id: UUID) -> HttpResponseBase:
    """Render the API keys of a member for the owner of the club; POST deletes one of them."""
    member = get_object_or_404(Membership.objects.select_related("user"), club=club, user=user_id)
    if request.method == "POST":
        return _drop_member_key(request, club, user_id)
    context = {
        "club": club,
        "name": member.user.find_name_in_club(club.id),
        "user_id": user_id,
        "keys": list_keys_of_member(club, user_id),
        "other": KeyForm(),
    }
    return render_page(request, "club/api/member_keys.html", context)


def _drop_member_key(request: MemberRequest, club: Club, user_id: UUID) -> HttpResponseBase:
    form = KeyForm(request.POST)
    key_id = read_id(request.POST.get("drop", ""))
    key = ApiKey.objects.filter(club=club, user=user_id, pk=key_id).first() if key_id else None
    if key and submit(
        request,
        form,
        lambda submission: drop_api_key(club_id=club.id, form=submission, key_id=key.pk, own=False),
    ):
        messages.success(request, _("The key no longer works."))
    return redirect("club:member_keys", club.slug, user_id)
