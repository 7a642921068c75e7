"""The way in: founding, the first page, the club, its players."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tarokk_club.club.forms.base import KeyForm
from tarokk_club.club.forms.people import FoundForm, PlayerForm
from tarokk_club.club.models import Club, Player, User
from tarokk_club.club.permissions import Right
from tarokk_club.club.queries.clubs import club_page, clubs_of, is_founded, player_rows
from tarokk_club.club.usecases.add_player import add_player
from tarokk_club.club.usecases.archive_player import archive_player
from tarokk_club.club.usecases.errors import AlreadyFoundedError
from tarokk_club.club.usecases.found_club import Founding, found_club
from tarokk_club.club.usecases.rename_player import rename_player
from tarokk_club.club.views.access import MemberRequest, club_view, public
from tarokk_club.club.views.answer import attempt, page, sent
from tarokk_club.founding import forget_founding_code, is_founding_code, needs_founding_code

_FOUND_FIELDS = {"club_name": "club", "founder": "name"}


@public
def home(request: HttpRequest) -> HttpResponseBase:
    """Where everybody begins: an empty site is founded, a member goes to the club."""
    if not is_founded():
        return redirect("club:found")
    if not request.user.is_authenticated:
        return redirect("account_login")
    clubs = clubs_of(request.user)
    if len(clubs) == 1:
        return redirect("club:club", clubs[0].slug)
    return page(request, "club/people/home.html", {"clubs": clubs})


@public
def found(request: HttpRequest) -> HttpResponseBase:
    """Found the first club; nobody can do so afterwards."""
    if is_founded():
        return redirect("club:home")
    form = FoundForm(request.POST or None, needs_code=needs_founding_code(request))
    if request.method == "POST" and form.is_valid() and _proven(form):
        club = _founded(form)
        if club:
            forget_founding_code()
            login(request, club.founded_by)
            return redirect("club:club", club.slug)
    return page(request, "club/people/found.html", {"form": form})


def _proven(form: FoundForm) -> bool:
    """The code from the terminal where it is asked for, and a password that can be kept."""
    data = form.cleaned_data
    if "code" in form.fields and not is_founding_code(data["code"]):
        form.add_error("code", _("This is not the code that the terminal shows."))
    try:
        validate_password(data["password"], User(username=data["name"], name=data["name"]))
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


@club_view(Right.READ)
def players(request: MemberRequest, club: Club) -> HttpResponseBase:
    """All players, and a new one."""
    if request.method == "POST" and Right.PLAYERS not in request.rights:
        raise PermissionDenied(_("Your role in this club does not allow this."))
    form = PlayerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        carried, name = sent(form, request.user), form.cleaned_data["name"]
        player = attempt(form, lambda: add_player(club_id=club.id, form=carried, name=name))
        if player:
            messages.success(request, _("%(name)s is in the book.") % {"name": player.name})
            return redirect("club:players", club.slug)
    context = {"club": club, "rows": player_rows(club), "form": form, "rights": request.rights}
    return page(request, "club/people/players.html", context)


@club_view(Right.PLAYERS)
def player(request: MemberRequest, club: Club, player_id: str) -> HttpResponseBase:
    """Rename a player."""
    one = get_object_or_404(Player, pk=player_id, club=club)
    form = PlayerForm(request.POST or None, initial={"name": one.name})
    if request.method == "POST" and form.is_valid():
        carried, name = sent(form, request.user), form.cleaned_data["name"]
        renamed = attempt(
            form,
            lambda: rename_player(club_id=club.id, form=carried, player_id=one.id, name=name),
        )
        if renamed:
            return redirect("club:players", club.slug)
    archive = KeyForm()
    context = {"club": club, "player": one, "form": form, "archive": archive}
    return page(request, "club/people/player.html", context)


@club_view(Right.PLAYERS)
def archive(request: MemberRequest, club: Club, player_id: str) -> HttpResponseBase:
    """Take a player out of the lists, or back into them; nothing that was booked changes."""
    one = get_object_or_404(Player, pk=player_id, club=club)
    form = KeyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        archived = request.POST.get("archived") == "1"
        carried = sent(form, request.user)
        attempt(
            form,
            lambda: archive_player(
                club_id=club.id, form=carried, player_id=one.id, archived=archived
            ),
        )
    return redirect("club:players", club.slug)
