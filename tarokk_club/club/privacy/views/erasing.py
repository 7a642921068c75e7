"""Pages to erase a person, with a preview and a confirmation by name."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.queries.players import is_erased, is_erased_user
from tarokk_club.club.privacy.forms import EraseForm
from tarokk_club.club.privacy.queries.erasures import (
    ClubPerson,
    load_person_of_member,
    load_person_of_player,
    preview_erasure,
)
from tarokk_club.club.privacy.usecases.erasing import erase_person
from tarokk_club.club.writing.permissions import Right


@club_view(Right.MEMBERS)
def erase_player(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Show the page to erase a player with the linked account; POST erases them."""
    person = load_person_of_player(club.id, player_id)
    if person is None:
        raise Http404
    if is_erased(player_id):
        return redirect("club:player_data", club.slug, player_id)
    return _erase_or_render_page(request, club, person)


@club_view(Right.MEMBERS)
def erase_member(request: MemberRequest, club: Club, user_id: UUID) -> HttpResponseBase:
    """Show the page to erase a member with the linked player; POST erases them."""
    person = load_person_of_member(club.id, user_id)
    if person is None and is_erased_user(club.id, user_id):
        # A resubmission of the form.
        return redirect("club:members", club.slug)
    if person is None:
        raise Http404
    return _erase_or_render_page(request, club, person)


def _erase_or_render_page(
    request: MemberRequest, club: Club, person: ClubPerson
) -> HttpResponseBase:
    form = EraseForm(read_post(request), wanted=person.name)
    if form.is_valid():
        player, user = person.player, person.user
        pseudonym = submit(
            request,
            form,
            lambda submission: erase_person(
                club_id=club.id,
                form=submission,
                player_id=player.id if player else None,
                user_id=user.id if user and not player else None,
                parts=form.cleaned_data["parts"],
            ),
        )
        if pseudonym:
            return _redirect_after_erasure(request, club, person, pseudonym)
    context = {
        "club": club,
        "person": person,
        "look": preview_erasure(person),
        "form": form,
        "rights": request.rights,
    }
    return render_page(request, "club/privacy/erase.html", context)


def _redirect_after_erasure(
    request: MemberRequest, club: Club, person: ClubPerson, pseudonym: str
) -> HttpResponseBase:
    if person.user and person.user.id == request.user.id:
        return _redirect_erased_user(request)
    messages.success(request, _("The person is erased and called %(name)s.") % {"name": pseudonym})
    if person.player:
        return redirect("club:player_data", club.slug, person.player.id)
    return redirect("club:members", club.slug)


def _redirect_erased_user(request: MemberRequest) -> HttpResponseBase:
    """Redirect users who erased themselves: home if the account remains, else sign them out."""
    request.user.refresh_from_db()
    if request.user.is_active:
        return redirect("club:home")
    logout(request)
    return redirect("account_login")
