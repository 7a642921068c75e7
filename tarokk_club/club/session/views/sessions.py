"""Pages to list and search a club's sessions, show the tables of a day, and start a session."""

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
from tarokk_club.club.pages.responses import render_page, submit
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.people.queries.clubs import list_active_players, list_all_players
from tarokk_club.club.session.forms.house_rules import PREFIX
from tarokk_club.club.session.forms.rules_form import pick_values_after_choice
from tarokk_club.club.session.forms.session_head import MOST_LISTED, SEAT, HeadForm, draw_seats
from tarokk_club.club.session.forms.session_search import SearchForm
from tarokk_club.club.session.offered_rules import OfferedRules, list_offered_rules
from tarokk_club.club.session.queries.sessions.evening_tables import load_evening_tables
from tarokk_club.club.session.queries.sessions.session_lists import (
    SessionSearch,
    find_days_with_several_tables,
    list_months_played,
    list_recent_players,
    load_binned_rows,
    load_session_page,
)
from tarokk_club.club.session.usecases.sessions import start_session
from tarokk_club.club.writing.permissions import Right

NEW_PAGE = "club/session/new.html"
LIST_PAGE, RESULTS = "club/session/list.html", "club/session/_found.html"
# Only the form, which depends on the game and the house rules.
HEAD_FORM = "club/session/_head_form.html"


def list_offered_games() -> list[tuple[str, Any]]:
    """Return key and name of each game whose hands can be entered."""
    return [(key, name) for key, name in GAME_NAMES.items() if GAMES[key].info.offered]


def find_game_of_language(language: str) -> str | None:
    """Return the key of the first game with terms in this language, or None."""
    games = (key for key, _name in list_offered_games() if GAMES[key].info.language == language)
    return next(games, None)


@club_view(Right.READ)
def list_sessions(request: MemberRequest, club: Club) -> HttpResponseBase:
    """List the club's sessions, or only the sessions that match a search, page by page."""
    form = SearchForm(request.GET)
    form.offer_choices(players=list_all_players(club.id), months=list_months_played(club))
    wanted = _read_search(form)
    at, rows = load_session_page(club, request.GET.get("page"), wanted)
    is_found = wanted != SessionSearch()
    context = {
        "club": club,
        "rights": request.rights,
        "search": form,
        "is_found": is_found,
        "at": at,
        "rows": rows,
        "several": find_days_with_several_tables(club, [row.date for row in rows]),
        "binned": () if is_found or at.has_previous() else load_binned_rows(club),
    }
    return render_page_or_fragment(request, LIST_PAGE, RESULTS, context)


def _read_search(form: SearchForm) -> SessionSearch:
    """Return the filters of the form, ignoring invalid choices."""
    form.full_clean()
    data = form.cleaned_data
    player = UUID(data["player"]) if data["player"] else None
    return SessionSearch(
        player=player,
        game=data["game"],
        month=form.first_of_month,
        open_only=bool(data["open"]),
    )


@club_view(Right.READ)
def show_evening_tables(request: MemberRequest, club: Club, day: date) -> HttpResponseBase:
    """Show all tables of a day with their results."""
    tables = load_evening_tables(club, day)
    if tables is None:
        raise Http404
    context = {"club": club, "evening": tables, "rights": request.rights}
    return render_page(request, "club/session/evening.html", context)


@club_view(Right.CORRECT)
def add_session(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Start a session; buttons that only change the form render it again."""
    players = list_active_players(club)
    listed: dict[str, Any] = {
        "players": players,
        "often": list_recent_players(club) if len(players) > MOST_LISTED else (),
        "games": list_offered_games(),
        "sets": list_offered_rules(club),
    }
    around = {"club": club, "action": request.path, "rights": request.rights}
    if request.method != "POST":
        form = HeadForm(
            initial=_build_initial_values(club, listed["players"], listed["sets"]), **listed
        )
        return render_page(
            request, NEW_PAGE, {**around, "form": form, "folded": bool(club.last_choice)}
        )
    form = HeadForm(request.POST, **listed)
    do = request.POST.get("do", "")
    if do in {"draw", "game", "preset"}:
        after = HeadForm(initial=_build_values_after_button(form, do, listed["players"]), **listed)
        return render_page_or_fragment(request, NEW_PAGE, HEAD_FORM, {**around, "form": after})
    session = submit(
        request,
        form,
        lambda submission: start_session(
            club_id=club.id, form=submission, head=form.cleaned_data["head"]
        ),
    )
    if session:
        return redirect("club:sheet", club.slug, session.id)
    return render_page(request, NEW_PAGE, {**around, "form": form})


def _build_initial_values(
    club: Club, players: tuple[tuple[str, str], ...], sets: Sequence[OfferedRules]
) -> dict[str, Any]:
    """Return the initial values of a new session, from the club's last choice and saved rules."""
    last = club.last_choice
    initial: dict[str, Any] = {
        "key": uuid.uuid4(),
        "version": 0,
        "date": get_today(club),
        "currency": club.currency,
        "dealer": "1",
        "game": last.get("game") or find_game_of_language(club.language),
    }
    if last:
        initial |= HeadForm.build_initial_from_choice(last)
    elif sets:
        initial["game"] = sets[0].game
    initial = _prefer_club_rules(initial, last, sets)
    player_ids = {player for player, _name in players}
    sat = [player for player in last.get("players", ()) if player in player_ids]
    return initial | {SEAT + player: str(place) for place, player in enumerate(sat, start=1)}


def _prefer_club_rules(
    choices: dict[str, Any], last: Mapping[str, Any], sets: Sequence[OfferedRules]
) -> dict[str, Any]:
    """Return the choices with the rule set that the club played last, else its first of the game.

    Return the choices unchanged if the club has no rule set of the game.
    """
    mine = [offer for offer in sets if offer.game == choices["game"]]
    if not mine:
        return choices
    played = next((offer for offer in mine if offer.rules == last.get("rules")), mine[0])
    others = {name: value for name, value in choices.items() if not name.startswith(PREFIX)}
    return others | {"preset": played.key}


def _build_values_after_button(
    form: HeadForm, do: str, players: tuple[tuple[str, str], ...]
) -> dict[str, Any]:
    typed = form.read_typed_values()
    if do == "draw":
        return draw_seats(typed, players)
    return pick_values_after_choice(typed, do)
