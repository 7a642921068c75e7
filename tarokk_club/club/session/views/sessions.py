"""The sessions of a club: their list, and a new one."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponseBase
from django.shortcuts import redirect

from scoring.games import GAMES
from tarokk_club.club.formatting.labels import GAME_NAMES
from tarokk_club.club.models import Club
from tarokk_club.club.pages.htmx import render_page_or_fragment
from tarokk_club.club.pages.loaders import MemberRequest, club_view
from tarokk_club.club.pages.responses import page, submit
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.people.queries.clubs import active_players, all_players
from tarokk_club.club.session.forms.house_rules import PREFIX
from tarokk_club.club.session.forms.rules_form import changed_rules
from tarokk_club.club.session.forms.session_head import MOST_LISTED, SEAT, HeadForm, draw_seats
from tarokk_club.club.session.forms.session_search import SearchForm
from tarokk_club.club.session.offered_rules import OfferedRules
from tarokk_club.club.session.queries.evening_tables import evening_tables
from tarokk_club.club.session.queries.rule_sets import offered_rules
from tarokk_club.club.session.queries.session_lists import (
    SessionSearch,
    binned_rows,
    days_of_several,
    lately_seated,
    months_played,
    session_pages,
)
from tarokk_club.club.session.usecases.sessions import start_session
from tarokk_club.club.writing.permissions import Right

NEW_PAGE = "club/session/new.html"
LIST, FOUND = "club/session/list.html", "club/session/_found.html"
# Only the form, which another game or other house rules change.
HEAD_FORM = "club/session/_head_form.html"


def offered_games() -> list[tuple[str, Any]]:
    """Return the games whose hands can be entered, by name."""
    return [(key, name) for key, name in GAME_NAMES.items() if GAMES[key].lore.offered]


def game_spoken(language: str) -> str | None:
    """Return the first game whose terms are of this language, which such a club most likely
    plays.
    """
    own = (key for key, _name in offered_games() if GAMES[key].lore.language == language)
    return next(own, None)


@club_view(Right.READ)
def session_list(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List the sessions of the club page by page, or the results of a search; the bin is below the
    newest.
    """
    form = SearchForm(request.GET)
    form.offer(players=all_players(club.id), months=months_played(club))
    wanted = _wanted(form)
    at, rows = session_pages(club, request.GET.get("page"), wanted)
    is_found = wanted != SessionSearch()
    context = {
        "club": club,
        "rights": request.rights,
        "search": form,
        "is_found": is_found,
        "at": at,
        "rows": rows,
        "several": days_of_several(club, [row.date for row in rows]),
        "binned": () if is_found or at.has_previous() else binned_rows(club),
    }
    return render_page_or_fragment(request, LIST, FOUND, context)


def _wanted(form: SearchForm) -> SessionSearch:
    """Return the search of a form, without invalid choices."""
    form.full_clean()
    data = form.cleaned_data
    player = UUID(data["player"]) if data["player"] else None
    return SessionSearch(player=player, game=data["game"], month=form.first_of_month)


@club_view(Right.READ)
def evening_of_day(request: MemberRequest, club: Club, day: date) -> HttpResponseBase:
    """Show all tables of a day with their results."""
    found = evening_tables(club, day)
    if found is None:
        raise Http404
    context = {"club": club, "evening": found, "rights": request.rights}
    return page(request, "club/session/evening.html", context)


@club_view(Right.CORRECT)
def session_new(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Start a session; buttons that only change the form render it again."""
    players = active_players(club)
    listed: dict[str, Any] = {
        "players": players,
        "often": lately_seated(club) if len(players) > MOST_LISTED else (),
        "games": offered_games(),
        "sets": offered_rules(club),
    }
    around = {"club": club, "action": request.path}
    if request.method != "POST":
        form = HeadForm(initial=_remembered(club, listed["players"], listed["sets"]), **listed)
        return page(request, NEW_PAGE, {**around, "form": form, "folded": bool(club.last_choice)})
    form = HeadForm(request.POST, **listed)
    do = request.POST.get("do", "")
    if do in {"draw", "game", "preset"}:
        again = HeadForm(initial=_changed(form, do, listed["players"]), **listed)
        return render_page_or_fragment(request, NEW_PAGE, HEAD_FORM, {**around, "form": again})
    session = submit(
        request,
        form,
        lambda submission: start_session(
            club_id=club.id, form=submission, head=form.cleaned_data["head"]
        ),
    )
    if session:
        return redirect("club:sheet", club.slug, session.id)
    return page(request, NEW_PAGE, {**around, "form": form})


def _remembered(
    club: Club, players: tuple[tuple[str, str], ...], sets: Sequence[OfferedRules]
) -> dict[str, Any]:
    """Return the club's last choice where it is still valid, with its own house rules if it saved
    some for the game.
    """
    last = club.last_choice
    found: dict[str, Any] = {
        "key": uuid.uuid4(),
        "version": 0,
        "date": today(club),
        "currency": club.currency,
        "dealer": "1",
        "game": last.get("game") or game_spoken(club.language),
    }
    if last:
        found |= HeadForm.remembered(last)
    elif sets:
        found["game"] = sets[0].game
    found = _own_rules_first(found, last, sets)
    known = {player for player, _name in players}
    sat = [player for player in last.get("players", ()) if player in known]
    return found | {SEAT + player: str(place) for place, player in enumerate(sat, start=1)}


def _own_rules_first(
    choices: dict[str, Any], last: Mapping[str, Any], sets: Sequence[OfferedRules]
) -> dict[str, Any]:
    """Return the choice with a set of the club: the one played last, else the first."""
    mine = [one for one in sets if one.game == choices["game"]]
    if not mine:
        return choices
    played = next((one for one in mine if one.rules == last.get("rules")), mine[0])
    kept = {name: value for name, value in choices.items() if not name.startswith(PREFIX)}
    return kept | {"preset": played.key}


def _changed(form: HeadForm, do: str, players: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    typed = form.as_typed()
    if do == "draw":
        return draw_seats(typed, players)
    return changed_rules(typed, do)
