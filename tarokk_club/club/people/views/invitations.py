"""Pages to create, show and revoke an invitation."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, Invitation, Role
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.link_pages import build_absolute_url, is_local_only, render_too_many
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.forms.members import EVENING, InviteForm
from tarokk_club.club.people.queries.members import (
    MOST_AN_EVENING,
    list_all_players_without_account,
    load_member_roles,
    may_see_invitation,
    select_open_invitations,
)
from tarokk_club.club.people.usecases.invitations import Offer, make_invitation, revoke_invitation
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.writing.errors import TooManyError
from tarokk_club.club.writing.permissions import Right, list_grantable_roles


@club_view(Right.INVITE)
def create_invitation(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the form for a new invitation; a POST creates it and redirects to its page."""
    form = _build_invite_form(request, club)
    try:
        new_invitation = submit(
            request,
            form,
            lambda submission: make_invitation(
                club_id=club.id, form=submission, offer=_read_offer(form)
            ),
        )
    except TooManyError as fault:
        return render_too_many(request, seconds=fault.seconds)
    if new_invitation:
        return redirect("club:invitation", club.slug, new_invitation.id)
    return render_page(request, "club/people/invitation_new.html", {"club": club, "form": form})


@club_view(Right.INVITE)
def show_invitation(request: MemberRequest, club: Club, invitation_id: UUID) -> HttpResponseBase:
    """Show an invitation, with its QR code if it can still be used."""
    row = _require_visible_invitation(request, club, invitation_id)
    context: dict[str, Any] = {
        "club": club,
        "invitation": row,
        "form": KeyForm(),
        "most": MOST_AN_EVENING,
    }
    if select_open_invitations().filter(pk=row.pk).exists() and row.token:
        context["address"] = build_absolute_url(request, reverse("club:invited", args=[row.token]))
        context["local"] = is_local_only(context["address"])
    return render_page(request, "club/people/invitation.html", context)


@club_view(post=Right.INVITE)
def end_invitation(request: MemberRequest, club: Club, invitation_id: UUID) -> HttpResponseBase:
    """Revoke an invitation."""
    row = _require_visible_invitation(request, club, invitation_id)
    form = KeyForm(request.POST)
    revoked = submit(
        request,
        form,
        lambda submission: revoke_invitation(
            club_id=club.id, form=submission, invitation_id=row.id
        ),
    )
    if revoked:
        messages.success(request, _("The invitation no longer works."))
        return redirect("club:members", club.slug)
    return render_page(
        request, "club/people/invitation.html", {"club": club, "invitation": row, "form": form}
    )


def _require_visible_invitation(
    request: MemberRequest, club: Club, invitation_id: UUID
) -> Invitation:
    """Return an invitation of the club.

    Raise PermissionDenied if the user could not have created it, Http404 if it does not exist.
    """
    rows = Invitation.objects.select_related("player", "made_by")
    row = get_object_or_404(rows, pk=invitation_id, club=club)
    if not may_see_invitation(load_member_roles(club.id, request.user), row):
        raise PermissionDenied(_("Only an owner may hand out this invitation."))
    return row


def _build_invite_form(request: MemberRequest, club: Club) -> InviteForm:
    roles = list_grantable_roles(load_member_roles(club.id, request.user))
    # The most common role first.
    choices = [(role.value, role.label) for role in reversed(roles)]
    wished = {"player": request.GET.get("player", "")}
    return InviteForm(
        read_post(request),
        roles=choices,
        players=list_all_players_without_account(club.id),
        initial={"role": Role.MEMBER.value, **wished},
    )


def _read_offer(form: InviteForm) -> Offer:
    data = form.cleaned_data
    return Offer(
        roles=(data["role"],),
        evening=data["lasting"] == EVENING,
        player_id=read_id(data["player"]),
    )
