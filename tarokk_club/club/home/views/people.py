"""Views of the start page, and of a club's home page and players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from uuid import UUID, uuid5

from django.contrib import messages
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tarokk_club.club.calendar.forms import OwnAnswerForm
from tarokk_club.club.hand.views.calculator import show_calculator
from tarokk_club.club.home.queries.at_home import load_home_content
from tarokk_club.club.home.queries.home_counts import load_home_counts
from tarokk_club.club.merging.queries import load_merges
from tarokk_club.club.models import Club, Player
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.fragment_cache import build_cache_key, render_cached_rows
from tarokk_club.club.pages.htmx import render_page_or_fragment
from tarokk_club.club.pages.loaders import MemberRequest, club_view, public
from tarokk_club.club.pages.responses import (
    read_post,
    read_submission,
    render_page,
    submit,
    try_write,
)
from tarokk_club.club.people.forms.lists import WORTH_A_SEARCH, PlayerListForm
from tarokk_club.club.people.forms.players import (
    ArchiveForm,
    HideNameForm,
    NewPlayersForm,
    RenameForm,
)
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.people.queries.clubs import (
    is_site_founded,
    load_clubs_of_user,
    load_player_rows,
)
from tarokk_club.club.people.queries.players import is_erased
from tarokk_club.club.people.usecases.players import (
    add_player,
    admit_guest,
    archive_player,
    rename_player,
    set_player_hidden,
)
from tarokk_club.club.session.queries.sessions.session_lists import SessionRow, load_club_page
from tarokk_club.club.writing.permissions import Right, can_found_club


@public
def show_start_page(request: HttpRequest) -> HttpResponseBase:
    """Redirect to set-up or to the user's only club, or show the clubs or the calculator.

    Anonymous visitors see the score calculator.
    """
    clubs = load_clubs_of_user(request.user) if request.user.is_authenticated else ()
    # Members of a demonstration club are not sent to the set-up page.
    if not clubs and not is_site_founded():
        return redirect("club:found")
    if not request.user.is_authenticated:
        return show_calculator(request)
    if len(clubs) == 1:
        return redirect("club:club", clubs[0].slug)
    context = {"clubs": clubs, "may_found": can_found_club(request.user)}
    return render_page(request, "club/home/home.html", context)


@club_view(Right.READ)
def show_club_home(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the club's home page."""
    counts = load_home_counts(club, request.user, request.rights)
    request.nav_counts = counts.nav
    lists = load_club_page(club, counts.players)
    home = load_home_content(club, request.user, request.rights, lists.season, counts)
    context = {
        "club": club,
        "page": lists,
        "home": home,
        "open_rows": _render_session_rows(club, lists.open, name="open"),
        "recent_rows": _render_session_rows(club, lists.recent, name="recent"),
        "answer": OwnAnswerForm(auto_id=False) if home.plays else None,
        "today": get_today(club),
        "rights": request.rights,
        "fragment_key": build_cache_key(
            "home links", club.slug, sorted(request.rights), lists.players
        ),
        "several": club.has_others,  # type: ignore[attr-defined]  # annotated by the loader
    }
    return render_page(request, "club/home/club.html", context)


@club_view(Right.READ, post=Right.PLAYERS)
def list_players(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List the players of the club; a POST adds new ones."""
    form = NewPlayersForm(read_post(request))
    if request.method == "POST" and form.is_valid():
        refused = _add_players(request, club, form)
        if not refused:
            return redirect(f"{reverse('club:players', args=[club.slug])}?more")
        _leave_refused(form, refused)
    rows, search = load_player_rows(club), PlayerListForm(request.GET)
    search.full_clean()
    context = {
        "club": club,
        "rows": [row for row in rows if search.matches(name=row.name, archived=row.archived)],
        "all": len(rows),
        "seek": search if len(rows) >= WORTH_A_SEARCH else None,
        "is_found": search.is_filtered,
        "form": form,
        "rights": request.rights,
        "more": "more" in request.GET,
    }
    return render_page_or_fragment(
        request, "club/people/players.html", "club/people/_players.html", context
    )


def _add_players(request: MemberRequest, club: Club, form: NewPlayersForm) -> list[str]:
    """Add a player for each valid name; return the refused names, with errors in the form."""
    carried, names = read_submission(form, request.user), form.names
    refused, added = [], []
    for name in names:
        # The first player uses the form's own key; the other keys are derived from it.
        single = replace(carried, key=uuid5(carried.key, name)) if name != names[0] else carried
        player = try_write(form, partial(add_player, club_id=club.id, form=single, name=name))
        if player:
            added.append(player.name)
        else:
            refused.append(name)
    if added:
        messages.success(request, _("Added: %(name)s.") % {"name": ", ".join(added)})
    return refused


def _leave_refused(form: NewPlayersForm, refused: list[str]) -> None:
    """Leave the refused names in the field, with a new key, as the others used the old one."""
    status = form.status
    form.renew()
    form.status = status
    form.data["name"] = "\n".join(refused)  # type: ignore[index]  # a copy, made by renew


@club_view(Right.PLAYERS)
def edit_player(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Show a player; a POST changes the name and the short name."""
    row = get_object_or_404(Player, pk=player_id, club=club)
    form = RenameForm.build_for_player(row, read_post(request))
    renamed = submit(
        request,
        form,
        lambda submission: rename_player(
            club_id=club.id,
            form=submission,
            player_id=row.id,
            name=form.cleaned_data["name"],
            short_name=form.cleaned_data["short_name"],
        ),
    )
    if renamed:
        messages.success(request, _("The new name is %(name)s.") % {"name": renamed.name})
        return redirect("club:players", club.slug)
    return _render_player(request, club, row, form)


@club_view(Right.PLAYERS)
def set_player_archived(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Archive a player, or make an archived player active again."""
    row = get_object_or_404(Player, pk=player_id, club=club)
    if request.method != "POST":
        return redirect("club:player", club.slug, row.id)
    form = ArchiveForm(request.POST)
    player = submit(
        request,
        form,
        lambda submission: archive_player(
            club_id=club.id,
            form=submission,
            player_id=row.id,
            archived=form.cleaned_data["archived"],
        ),
    )
    if player:
        messages.success(request, _format_archived_message(player))
        return redirect("club:players", club.slug)
    return _render_player(request, club, row, form)


@club_view(post=Right.PLAYERS)
def admit_guest_to_club(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Make a guest of tournaments a player of the club."""
    player = get_object_or_404(Player, pk=player_id, club=club)
    form = KeyForm(request.POST)
    admitted = submit(
        request,
        form,
        lambda submission: admit_guest(club_id=club.id, form=submission, player_id=player.id),
    )
    if admitted:
        messages.success(request, _("%(name)s is a player of the club.") % {"name": admitted.name})
        return redirect("club:player", club.slug, player.id)
    return _render_player(request, club, player, form)


@club_view(post=Right.PLAYERS)
def set_player_name_hidden(request: MemberRequest, club: Club, player_id: UUID) -> HttpResponseBase:
    """Choose whether guest pages show a player's name or a number."""
    row = get_object_or_404(Player, pk=player_id, club=club)
    form = HideNameForm(request.POST)
    saved = submit(
        request,
        form,
        lambda submission: set_player_hidden(
            club_id=club.id, form=submission, player_id=row.id, hidden=form.cleaned_data["hidden"]
        ),
    )
    if saved:
        messages.success(request, _("Saved."))
        return redirect("club:player", club.slug, row.id)
    return _render_player(request, club, row, form)


def _render_player(
    request: MemberRequest, club: Club, player: Player, form: KeyForm
) -> HttpResponseBase:
    """Render the page of a player.

    form: the submitted form, or an unbound one.
    """
    context = {
        "club": club,
        "player": player,
        "form": form,
        "rename": form if isinstance(form, RenameForm) else RenameForm.build_for_player(player),
        "merges": load_merges(player),
        "undo": KeyForm(),
        "erased": is_erased(player.id),
        "rights": request.rights,
        "hiding": HideNameForm.build_for_player(player),
        "locked": player.user_id not in (None, request.user.id),
        "archive": ArchiveForm(initial={"archived": str(int(player.archived_at is None))}),
    }
    return render_page(request, "club/people/player.html", context)


def _render_session_rows(club: Club, rows: Sequence[SessionRow], *, name: str) -> list[SafeString]:
    """Return the rows of a list of sessions as HTML, rendering only rows that are not cached.

    name: the name of the list on the page.
    """
    place = build_cache_key("session rows", club.slug, name)
    keyed = ((build_cache_key(row), {"row": row}) for row in rows)
    return render_cached_rows("club/session/_row.html", keyed, place=place, around={"club": club})


def _format_archived_message(player: Player) -> str:
    if player.archived_at:
        return _("%(name)s is archived.") % {"name": player.name}
    return _("%(name)s is back in the lists.") % {"name": player.name}
