"""Pages behind an invitation and a password link: join a club, or set a new password."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tarokk_club.accounts.language import activate_account_language
from tarokk_club.club.models import Club, Invitation, User
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.link_pages import (
    MINUTE,
    count_guess,
    render_too_many,
    require_valid_link,
)
from tarokk_club.club.pages.loaders import MemberRequest, activate_club_language
from tarokk_club.club.pages.responses import CONFLICT, read_post, render_page, try_write
from tarokk_club.club.people.forms.members import JoinForm, NewcomerForm, NewPasswordForm
from tarokk_club.club.people.queries.accounts import list_keys_and_links, list_passkeys
from tarokk_club.club.people.queries.members import (
    find_open_invitation,
    find_usable_password_link,
    load_member_roles,
    load_member_row,
)
from tarokk_club.club.people.usecases.accounts import reset_password_by_link
from tarokk_club.club.people.usecases.invitations import Newcomer, join_as_newcomer, join_club
from tarokk_club.club.writing.errors import LinkGoneError


@require_valid_link
def accept_invitation(request: HttpRequest, token: str) -> HttpResponseBase:
    """Join the club with a new account or with the signed-in one; only POST uses up the link."""
    if request.user.is_authenticated:
        return _join_with_account(request, request.user, token)
    form = NewcomerForm(read_post(request), initial=_build_initial_name(token))
    if request.method == "POST" and form.is_valid() and validate_form_password(form):
        data = form.cleaned_data
        newcomer = Newcomer(
            key=data["key"],
            name=data["name"],
            password=data["password"],
            language=get_language() or "",
        )
        if not count_guess(request, action="newcomer"):
            return render_too_many(request, seconds=5 * MINUTE)
        come = try_write(form, lambda: join_as_newcomer(token=token, newcomer=newcomer))
        if come:
            user, club = come
            login(request, user)
            return _redirect_new_member(request, club)
    return render_page(request, "club/people/invitation_answer.html", _build_context(token, form))


def _join_with_account(request: HttpRequest, user: User, token: str) -> HttpResponseBase:
    """Ask a signed-in user whether to join with this account; on POST, join."""
    invitation = _require_open_invitation(token)
    if request.method == "GET" and _is_redundant_invitation(invitation, user):
        return redirect("club:club", invitation.club.slug)
    form = JoinForm(read_post(request), initial={"account": user.id})
    if request.method == "POST" and form.is_valid() and _check_displayed_account(form, user):
        club = try_write(form, lambda: join_club(token=token, by=user))
        if club:
            # The next page is in the club's language, so the message must be too.
            activate_club_language(cast(MemberRequest, request), club)
            return _redirect_new_member(request, club)
    is_own = invitation.made_by_id == user.id
    context = _build_context(token, form) | {
        "own": is_own,
        "member": load_member_row(invitation.club_id, user.id),
    }
    return render_page(request, "club/people/invitation_answer_signed_in.html", context)


def _is_redundant_invitation(invitation: Invitation, user: User) -> bool:
    """Return whether the user already has everything that somebody else's invitation gives."""
    roles = load_member_roles(invitation.club_id, user)
    is_own = invitation.made_by_id == user.id
    return not is_own and invitation.player is None and set(invitation.roles) <= set(roles)


def _check_displayed_account(form: JoinForm, user: User) -> bool:
    """Return whether the form displayed the account that is signed in now.

    Otherwise renew the form and add an error, so that nobody joins with another account by mistake.
    """
    if form.cleaned_data["account"] == user.id:
        return True
    form.renew()
    form.data["account"] = str(user.id)  # type: ignore[index]  # a copy, made by renew
    form.add_error(None, _("Another account is signed in now. Check who is joining."))
    form.status = CONFLICT
    return False


def _require_open_invitation(token: str) -> Invitation:
    invitation = find_open_invitation(token)
    if invitation is None:
        raise LinkGoneError
    return invitation


def _build_initial_name(token: str) -> dict[str, str]:
    invitation = find_open_invitation(token)
    return {"name": invitation.player.name} if invitation and invitation.player else {}


def _build_context(token: str, form: KeyForm) -> dict[str, Any]:
    return {"invitation": _require_open_invitation(token), "form": form}


def _redirect_new_member(request: HttpRequest, club: Club) -> HttpResponseBase:
    messages.success(request, _("You are in. Welcome to the club."))
    return redirect("club:club", club.slug)


@require_valid_link
def set_new_password(request: HttpRequest, token: str) -> HttpResponseBase:
    """Set a new password and sign the user in; only POST uses up the link."""
    link = find_usable_password_link(token)
    if link is None:
        raise LinkGoneError
    form = NewPasswordForm(read_post(request), passkeys=list_passkeys(link.user))
    if request.method == "POST" and form.is_valid() and validate_form_password(form, link.user):
        data = form.cleaned_data
        user = reset_password_by_link(
            token=token, password=data["password"], gone=data.get("gone", ())
        )
        login(request, user)
        # From now on the pages are in the user's language, so the message must be too.
        activate_account_language(request)
        messages.success(request, _("The new password is valid from now on."))
        return redirect("club:home")
    context = {"form": form, "username": link.user.username, "name": link.user.name}
    context["ending"] = list_keys_and_links(link.user)
    return render_page(request, "club/people/new_password.html", context)


def validate_form_password(form: KeyForm, user: User | None = None) -> bool:
    """Check the form's password, and return whether it is valid; add errors to the form if not."""
    name = form.cleaned_data.get("name", "")
    try:
        validate_password(form.cleaned_data["password"], user or User(username=name, name=name))
    except ValidationError as fault:
        form.add_error("password", fault)
    return not form.errors
