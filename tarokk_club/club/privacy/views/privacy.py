"""Pages to explain and download personal data, request erasure, and erase an account."""

from __future__ import annotations

from typing import cast
from uuid import UUID

from django.contrib import messages
from django.contrib.auth import logout
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, Player, User
from tarokk_club.club.pages.export_throttle import limit_to_one_export
from tarokk_club.club.pages.files import build_download, find_dialect
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import MemberRequest, club_view, public, signed_in
from tarokk_club.club.pages.responses import read_post, read_submission, render_page, try_write
from tarokk_club.club.people.queries.clubs import load_clubs_of_user
from tarokk_club.club.people.queries.members import load_memberships
from tarokk_club.club.people.queries.players import is_erased
from tarokk_club.club.privacy.exports import build_personal_zip
from tarokk_club.club.privacy.forms import ConfirmForm, ErasureRequestForm
from tarokk_club.club.privacy.queries.personal import collect_player_data, collect_user_data
from tarokk_club.club.privacy.retention import NEVER_DELETED, PERIODS
from tarokk_club.club.privacy.usecases.clearing import log_data_download
from tarokk_club.club.privacy.usecases.erasing import erase_account as erase_user_account
from tarokk_club.club.privacy.usecases.erasing import save_erasure_request
from tarokk_club.club.writing.log import log_export
from tarokk_club.club.writing.permissions import Right

ZIP = "application/zip"


@public
def show_privacy(request: HttpRequest) -> HttpResponseBase:
    """Show the page that explains which data is stored, why, for how long, and who sees it."""
    context = {"periods": tuple(PERIODS.values()), "never_deleted": NEVER_DELETED}
    return render_page(request, "club/privacy/privacy.html", context)


@signed_in
def show_my_data(request: HttpRequest) -> HttpResponseBase:
    """Show the page about the user's own data; POST records or withdraws a request for erasure."""
    user = cast(User, request.user)
    form = ErasureRequestForm(read_post(request))
    if request.method == "POST" and form.is_valid() and _save_request(form, user):
        asked = form.cleaned_data["asked"]
        text = _("The owners of the club know now.") if asked else _("You stay in the club.")
        messages.success(request, text)
        return redirect("club:my_data")
    return _render_my_data(request, form, ConfirmForm(wanted=user.username))


@signed_in
def erase_account(request: HttpRequest) -> HttpResponseBase:
    """Erase the user's own account if it belongs to no club."""
    user = cast(User, request.user)
    if request.method != "POST":
        return redirect("club:my_data")
    form = ConfirmForm(request.POST, wanted=user.username)

    def erase_own_account() -> bool:
        erase_user_account(user=user)
        return True

    if form.is_valid() and try_write(form, erase_own_account):
        logout(request)
        messages.success(request, _("Your account is erased."))
        return redirect("account_login")
    return _render_my_data(request, form, form)


def _render_my_data(request: HttpRequest, form: KeyForm, erase: ConfirmForm) -> HttpResponseBase:
    """Render the page of the user's own data.

    form: the submitted form with its errors.
    """
    user = cast(User, request.user)
    wishes = []
    for member in load_memberships(user):
        initial = {"club": member.club_id, "asked": str(int(member.erasure_asked_at is None))}
        wishes.append(
            {"member": member, "form": ErasureRequestForm(initial=initial, auto_id=False)}
        )
    context = {"form": form, "wishes": wishes, "erase": erase, "me": user}
    return render_page(request, "club/privacy/my_data.html", context)


def _save_request(form: ErasureRequestForm, user: User) -> bool:
    """Record or withdraw the user's request to be erased; return whether that succeeded.

    Raise Http404 if the user does not belong to the club.
    """
    data = form.cleaned_data
    if data["club"] not in {club.id for club in load_clubs_of_user(user)}:
        raise Http404
    carried = read_submission(form, user)

    def save_request() -> bool:
        save_erasure_request(club_id=data["club"], form=carried, asked=data["asked"])
        return True

    return bool(try_write(form, save_request))


@signed_in
@limit_to_one_export
def download_my_data(request: HttpRequest) -> HttpResponse:
    """Download all data about the user, and log the download in each of their clubs."""
    user = cast(User, request.user)
    content = build_personal_zip(collect_user_data(user), find_dialect(request))
    for club in load_clubs_of_user(user):
        log_export(club_id=club.id, by=user, file="my-data.zip")
    return build_download("my-data.zip", content, ZIP)


@club_view(Right.DATA)
def show_player_data(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Show the page from which an owner downloads a player's data or erases the player."""
    player = get_object_or_404(Player, pk=player_id, club=club)
    context = {
        "club": club,
        "player": player,
        "erased": is_erased(player.id),
        "rights": request.rights,
    }
    return render_page(request, "club/privacy/player_data.html", context)


@club_view(Right.DATA)
@limit_to_one_export
def download_player_data(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponse:
    """Download all the club's data about a player, and log the download."""
    player = get_object_or_404(Player.objects.select_related("user"), pk=player_id, club=club)
    content = build_personal_zip(collect_player_data(club, player), find_dialect(request))
    log_data_download(club_id=club.id, by=request.user, player_id=player.id)
    # The file name contains no player's name, as it is passed on with the file.
    return build_download(f"{club.slug}-player-data.zip", content, ZIP)
