"""Pages of a club's members: their roles, players and password links."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.accounts.second_step import has_second_step, redirect_to_second_step
from tarokk_club.club.models import Club, Membership, PasswordLink, Role
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.htmx import render_page_or_fragment
from tarokk_club.club.pages.link_pages import build_absolute_url, is_local_only
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.forms.lists import WORTH_A_SEARCH, MemberListForm
from tarokk_club.club.people.forms.members import MemberPlayerForm, RolesForm, TwoFactorsForm
from tarokk_club.club.people.queries.members import (
    MemberRow,
    is_usable_password_link,
    list_all_players_without_account,
    load_member_row,
    load_member_rows,
    select_open_invitations,
)
from tarokk_club.club.people.usecases.accounts import make_password_link, set_two_factor_requirement
from tarokk_club.club.people.usecases.members import change_roles, remove_member
from tarokk_club.club.people.usecases.players import link_player
from tarokk_club.club.values.ids import read_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.roles import TASKS, format_role_names


@club_view(Right.INVITE)
def list_members(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List the members and the open invitations of the club."""
    rows, seek = load_member_rows(club.id), MemberListForm(request.GET)
    seek.full_clean()
    context = {
        "club": club,
        "rows": [row for row in rows if seek.matches(name=row.name, roles=row.roles)],
        "seek": seek if len(rows) >= WORTH_A_SEARCH else None,
        "is_found": seek.is_filtered,
        "invitations": tuple(select_open_invitations().filter(club=club)),
        "rights": request.rights,
        "me": request.user.id,
    }
    return render_page_or_fragment(
        request, "club/people/members.html", "club/people/_members.html", context
    )


@club_view(post=Right.MEMBERS)
def set_two_factors(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Set whether owners and treasurers need a passkey after the password."""
    form = TwoFactorsForm(request.POST)
    if form.is_valid():
        wanted = form.cleaned_data["wanted"]
        if wanted and not has_second_step(request):
            # Switching it on requires a passkey, so that the same user can switch it off again.
            return redirect_to_second_step(
                request, back=reverse("club:club_settings", args=[club.slug])
            )
        saved = submit(
            request,
            form,
            lambda submission: set_two_factor_requirement(
                club_id=club.id, form=submission, wanted=wanted
            ),
        )
        if saved:
            messages.success(request, _("The setting is saved."))
    return redirect("club:club_settings", club.slug)


@club_view(Right.MEMBERS)
def edit_member(request: MemberRequest, club: Club, user_id: UUID) -> HttpResponseBase:
    """Show a member; a POST changes their roles."""
    row = _get_member_row_or_404(club, user_id)
    form = _build_roles_form(request, row)
    changed = submit(
        request,
        form,
        lambda submission: change_roles(
            club_id=club.id,
            form=submission,
            user_id=user_id,
            roles=form.cleaned_data["roles"],
        ),
    )
    if changed:
        values = {"name": row.name, "roles": format_role_names(changed.roles)}
        messages.success(request, _("%(name)s is now: %(roles)s.") % values)
        return _redirect_to_members(request, club, user_id)
    return _render_member(request, club, row, form)


@club_view(post=Right.MEMBERS)
def set_member_player(request: MemberRequest, club: Club, user_id: UUID) -> HttpResponseBase:
    """Link the member to a player, or unlink their player."""
    row = _get_member_row_or_404(club, user_id)
    form = _build_member_player_form(request, club, row)
    linked = submit(
        request,
        form,
        lambda submission: link_player(
            club_id=club.id,
            form=submission,
            user_id=user_id,
            player_id=read_id(form.cleaned_data["player"]),
        ),
    )
    if linked:
        messages.success(
            request, _("It is recorded which player %(name)s is.") % {"name": row.name}
        )
        return redirect("club:member", club.slug, user_id)
    return _render_member(request, club, row, form)


@club_view(post=Right.MEMBERS)
def expel_member(request: MemberRequest, club: Club, user_id: UUID) -> HttpResponseBase:
    """Remove a member from the club; users can also remove themselves."""
    row = _get_member_row_or_404(club, user_id)
    form = KeyForm(request.POST)
    gone = submit(
        request,
        form,
        lambda submission: remove_member(club_id=club.id, form=submission, user_id=user_id),
    )
    if gone:
        text = _("%(name)s is no longer in the club; links for an evening have ended.")
        messages.success(request, text % {"name": gone.name})
        return _redirect_to_members(request, club, user_id)
    return _render_member(request, club, row, form)


@club_view(post=Right.MEMBERS)
def create_password_link(request: MemberRequest, club: Club, user_id: UUID) -> HttpResponseBase:
    """Create a password link for a member who has forgotten the password."""
    row = _get_member_row_or_404(club, user_id)
    form = KeyForm(request.POST)
    link = submit(
        request,
        form,
        lambda submission: make_password_link(club_id=club.id, form=submission, user_id=user_id),
    )
    if link:
        return redirect("club:password_link", club.slug, link.id)
    return _render_member(request, club, row, form)


@club_view(Right.MEMBERS)
def show_password_link(request: MemberRequest, club: Club, link_id: UUID) -> HttpResponseBase:
    """Show a password link to its creator, with its QR code if it can still be used."""
    rows = PasswordLink.objects.select_related("user", "made_by")
    link = get_object_or_404(rows, pk=link_id, club=club, made_by=request.user)
    context: dict[str, Any] = {"club": club, "link": link}
    if is_usable_password_link(link) and link.token:
        context["address"] = build_absolute_url(
            request, reverse("club:new_password", args=[link.token])
        )
        context["local"] = is_local_only(context["address"])
    return render_page(request, "club/people/password_link.html", context)


def _get_member_row_or_404(club: Club, user_id: UUID) -> MemberRow:
    row = load_member_row(club.id, user_id)
    if row is None:
        raise Http404
    return row


def _build_roles_form(request: MemberRequest, row: MemberRow, *, bound: bool = True) -> RolesForm:
    # Users cannot give themselves a role, so their missing roles are locked.
    mine = row.user_id == request.user.id
    locked = frozenset(Role.values) - set(row.roles) if mine else frozenset[str]()
    return RolesForm(
        read_post(request) if bound else None,
        roles=Role.choices,
        tasks={str(role): task for role, task in TASKS.items()},
        locked=locked,
        initial={"roles": row.roles},
    )


def _build_member_player_form(
    request: MemberRequest, club: Club, row: MemberRow, *, bound: bool = True
) -> MemberPlayerForm:
    present_player = ((row.player_id, row.player),) if row.player_id else ()
    return MemberPlayerForm(
        read_post(request) if bound else None,
        players=[*present_player, *list_all_players_without_account(club.id)],
        initial={"player": row.player_id},
    )


def _render_member(
    request: MemberRequest, club: Club, row: MemberRow, form: KeyForm
) -> HttpResponseBase:
    """Render the page of a member.

    form: the submitted form with its errors.
    """
    roles = form if isinstance(form, RolesForm) else _build_roles_form(request, row, bound=False)
    plays = (
        form
        if isinstance(form, MemberPlayerForm)
        else _build_member_player_form(request, club, row, bound=False)
    )
    context = {
        "club": club,
        "row": row,
        "form": form,
        "roles": roles,
        "plays": plays,
        "other": KeyForm(),
        "mine": row.user_id == request.user.id,
    }
    return render_page(request, "club/people/member.html", context)


def _redirect_to_members(request: MemberRequest, club: Club, user_id: UUID) -> HttpResponseBase:
    """Redirect to the list of members, or home if the user is no longer an owner."""
    if user_id == request.user.id:
        mine = Membership.objects.filter(club=club, user=request.user).first()
        if mine is None or Role.OWNER not in mine.roles:
            return redirect("club:home")
    return redirect("club:members", club.slug)
