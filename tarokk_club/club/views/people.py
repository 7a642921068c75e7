"""The way in: founding, the first page, the club, its players."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tarokk_club.club.forms.base import KeyForm
from tarokk_club.club.forms.people import ArchiveForm, FoundForm, HiddenForm, PlayerForm
from tarokk_club.club.models import Club, Player, User
from tarokk_club.club.permissions import Right
from tarokk_club.club.queries.clubs import (
    club_page,
    clubs_of,
    has_accounts,
    is_founded,
    player_rows,
)
from tarokk_club.club.queries.erasures import is_erased
from tarokk_club.club.queries.merges import merges_of
from tarokk_club.club.usecases.add_player import add_player
from tarokk_club.club.usecases.archive_player import archive_player
from tarokk_club.club.usecases.errors import AlreadyFoundedError
from tarokk_club.club.usecases.found_club import Founding, found_club
from tarokk_club.club.usecases.hide_player import hide_player
from tarokk_club.club.usecases.rename_player import rename_player
from tarokk_club.club.views.access import MemberRequest, club_view, public
from tarokk_club.club.views.answer import attempt, page, posted, sent
from tarokk_club.club.views.calculator import calculator
from tarokk_club.founding import forget_founding_code, is_founding_code, needs_founding_code

_FOUND_FIELDS = {"club_name": "club", "founder": "name"}


@public
def home(request: HttpRequest) -> HttpResponseBase:
    """Where everybody begins: an empty site is founded, a member goes to the club, a stranger may
    work out a hand.
    """
    clubs = clubs_of(request.user) if request.user.is_authenticated else ()
    # Who belongs to a demonstration club is not sent to found another one.
    if not clubs and not is_founded():
        return redirect("club:found")
    if not request.user.is_authenticated:
        return calculator(request)
    if len(clubs) == 1:
        return redirect("club:club", clubs[0].slug)
    return page(request, "club/people/home.html", {"clubs": clubs})


@public
def found(request: HttpRequest) -> HttpResponseBase:
    """Found the first club; nobody can do so afterwards."""
    if is_founded():
        return redirect("club:home")
    form = FoundForm(posted(request), needs_code=needs_founding_code(request))
    if request.method == "POST" and form.is_valid() and _proven(form):
        club = _founded(form)
        if club:
            forget_founding_code()
            login(request, club.founded_by)
            return redirect("club:club", club.slug)
    context = {"form": form, "has_accounts": has_accounts()}
    return page(request, "club/people/found.html", context)


def _proven(form: FoundForm) -> bool:
    """The code from the terminal where it is asked for, and a password that can be kept."""
    data = form.cleaned_data
    if "code" in form.fields and not is_founding_code(data["code"]):
        form.add_error("code", _("This is not the code that the terminal shows."))
    try:
        validate_password(data["password"], User(username=data["name"], name=data["name"]))
        # The club's own name is the first thing that a guest would guess.
        validate_password(data["password"], User(name=data["club"]))
    except ValidationError as fault:
        form.add_error("password", fault)
    return not form.errors


def _founded(form: FoundForm) -> Club | None:
    data = form.cleaned_data
    founding = Founding(
        key=data["key"],
        club_name=data["club"],
        founder=data["name"],
        password=data["password"],
        currency=data["currency"],
        language=data["language"],
        time_zone=data["time_zone"],
    )
    try:
        return attempt(form, lambda: found_club(founding=founding), fields=_FOUND_FIELDS)
    except AlreadyFoundedError:
        raise PermissionDenied(_("This site has its club already.")) from None


@club_view(Right.READ)
def club(request: MemberRequest, club: Club) -> HttpResponseBase:
    """The club's own page."""
    context = {"club": club, "page": club_page(club), "rights": request.rights}
    return page(request, "club/people/club.html", context)


@club_view(Right.READ, post=Right.PLAYERS)
def players(request: MemberRequest, club: Club) -> HttpResponseBase:
    """All players, and a new one."""
    form = PlayerForm(posted(request))
    if request.method == "POST" and form.is_valid():
        carried, name = sent(form, request.user), form.cleaned_data["name"]
        player = attempt(form, lambda: add_player(club_id=club.id, form=carried, name=name))
        if player:
            messages.success(request, _("%(name)s is in the book.") % {"name": player.name})
            return redirect("club:players", club.slug)
    context = {"club": club, "rows": player_rows(club), "form": form, "rights": request.rights}
    return page(request, "club/people/players.html", context)


@club_view(Right.PLAYERS)
def player(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Rename a player."""
    one = get_object_or_404(Player, pk=player_id, club=club)
    form = PlayerForm(posted(request), initial={"name": one.name})
    if request.method == "POST" and form.is_valid():
        carried, name = sent(form, request.user), form.cleaned_data["name"]
        renamed = attempt(
            form,
            lambda: rename_player(club_id=club.id, form=carried, player_id=one.id, name=name),
        )
        if renamed:
            messages.success(request, _("%(name)s is in the book.") % {"name": renamed.name})
            return redirect("club:players", club.slug)
    return _shown(request, club, one, form)


@club_view(Right.PLAYERS)
def archive(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Take a player out of the lists, or back into them; nothing that was booked changes."""
    one = get_object_or_404(Player, pk=player_id, club=club)
    if request.method != "POST":
        return redirect("club:player", club.slug, one.id)
    form = ArchiveForm(request.POST)
    if form.is_valid():
        carried, archived = sent(form, request.user), form.cleaned_data["archived"]
        done = attempt(
            form,
            lambda: archive_player(
                club_id=club.id, form=carried, player_id=one.id, archived=archived
            ),
        )
        if done:
            messages.success(request, _archived(done))
            return redirect("club:players", club.slug)
    return _shown(request, club, one, form)


@club_view(post=Right.PLAYERS)
def player_hidden(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Let pages for guests call a player by a number, or by the name again."""
    one = get_object_or_404(Player, pk=player_id, club=club)
    form = HiddenForm(request.POST)
    if form.is_valid():
        carried, hidden = sent(form, request.user), form.cleaned_data["hidden"]
        done = attempt(
            form,
            lambda: hide_player(club_id=club.id, form=carried, player_id=one.id, hidden=hidden),
        )
        if done:
            messages.success(request, _("Saved."))
            return redirect("club:player", club.slug, one.id)
    return _shown(request, club, one, form)


def _shown(request: MemberRequest, club: Club, one: Player, form: KeyForm) -> HttpResponseBase:
    """The page of a player; `form` is the one that was sent, if any."""
    context = {
        "club": club,
        "player": one,
        "form": form,
        "rename": form if isinstance(form, PlayerForm) else PlayerForm(initial={"name": one.name}),
        "merges": merges_of(one),
        "undo": KeyForm(),
        "erased": is_erased(one.id),
        "rights": request.rights,
        "hiding": HiddenForm.of(one),
        "locked": one.user_id not in (None, request.user.id),
        "archive": ArchiveForm(initial={"archived": str(int(one.archived_at is None))}),
    }
    return page(request, "club/people/player.html", context)


def _archived(player: Player) -> str:
    if player.archived_at:
        return _("%(name)s is archived.") % {"name": player.name}
    return _("%(name)s is back in the lists.") % {"name": player.name}
