"""The calendar of a club, and the page of an evening with its answers and tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponseBase, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.calendar.forms import (
    OwnAnswerForm,
    PlayerAnswerForm,
    SeriesChoiceForm,
    StartTableForm,
)
from tarokk_club.club.calendar.queries.evenings import (
    assign_seats,
    find_game_of_evening,
    list_games_that_seat_all,
    load_answers,
    load_past_evenings,
    load_upcoming_evenings,
    plan_tables_for_answers,
)
from tarokk_club.club.calendar.queries.rule_choices import RuleChoices, load_rule_choices
from tarokk_club.club.calendar.queries.seatings import load_seating
from tarokk_club.club.calendar.usecases.evenings import is_playable
from tarokk_club.club.calendar.words import (
    describe_people_sitting_out,
    describe_series,
    describe_tables,
)
from tarokk_club.club.models import Attendance, Club, EveningAnswer, PlannedEvening
from tarokk_club.club.money.queries.balances.statements import find_player_of_user
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import MemberRequest, club_view, evening_view
from tarokk_club.club.pages.responses import render_page
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.people.queries.clubs import list_club_players_without_account
from tarokk_club.club.session.queries.sessions.session_lists import has_session_on_day
from tarokk_club.club.writing.permissions import Right


def build_start_form(rules: RuleChoices, data: QueryDict | None = None) -> StartTableForm:
    """Return the form that starts a table, with its choices of rules."""
    choices: list[tuple[str, Any]] = [
        (choice.key, choice.name or _("As last time")) for choice in rules.choices
    ]
    return StartTableForm(data, rules=choices, initial={"rules": rules.choices[0].key})


PAGE = "club/calendar/evening.html"
NEAR = 6


@club_view(Right.READ)
def show_calendar(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the coming evenings and a page of the past ones."""
    player = find_player_of_user(club.id, request.user.pk)
    mine = player.pk if player else None
    at, past = load_past_evenings(club, request.GET.get("page"), mine)
    rows = load_upcoming_evenings(club, mine)
    # Only the next evenings have buttons to answer, because a year of them would be too many.
    near = [(row, OwnAnswerForm(auto_id=False) if player else None) for row in rows[:NEAR]]
    context = {
        "club": club,
        "near": near,
        "later": rows[NEAR:],
        "past": past,
        "at": at,
        "looking_back": "page" in request.GET,
        "player": player,
        "rights": request.rights,
        "today": get_today(club),
    }
    return render_page(request, "club/calendar/list.html", context)


@evening_view(Right.READ)
def show_evening(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Show an evening with its answers and tables."""
    return render_page(request, PAGE, build_evening_context(request, evening))


def redirect_to_evening(evening: PlannedEvening) -> HttpResponseRedirect:
    """Redirect to the page of the evening."""
    return redirect("club:evening", evening.club.slug, evening.id)


def build_evening_context(
    request: MemberRequest, evening: PlannedEvening, **forms: KeyForm
) -> dict[str, Any]:
    """Return the context for the page of an evening.

    forms: submitted forms with errors, by name: own, others, onwards or start.
    """
    answers = load_answers(evening)
    player = find_player_of_user(evening.club_id, request.user.pk)
    mine = next((one for one in answers if player and one.player_id == player.pk), None)
    day = get_today(evening.club)
    over, cancelled = evening.date < day, evening.cancelled_at is not None
    sent = next(iter(forms.values()), None)
    return {
        "club": evening.club,
        "evening": evening,
        "rights": request.rights,
        "over": over,
        "open": not over and not cancelled,
        "today": evening.date == day,
        "may_draw": not cancelled and is_playable(evening),
        "may_start": not cancelled and is_playable(evening) and evening.date <= day,
        "played": evening.date <= day and has_session_on_day(evening.club, evening.date),
        "player": player,
        "mine": mine,
        "own": forms.get("own") or _build_answer_form(mine),
        "onwards": forms.get("onwards") or SeriesChoiceForm(),
        "undo": KeyForm(),
        "series": describe_series(evening.series, evening.date) if evening.series else "",
        **_build_answers_context(evening, answers),
        **_build_drawn_tables_context(request, evening, forms),
        **({"form": sent} if sent else {}),
    }


def _build_answer_form(mine: EveningAnswer | None) -> OwnAnswerForm:
    return OwnAnswerForm(initial={"guests": mine.guests or None} if mine else {})


def _build_answers_context(
    evening: PlannedEvening, answers: tuple[EveningAnswer, ...]
) -> dict[str, Any]:
    given = assign_seats(answers, evening.most)
    seats = sum(one.seated + one.guests for one in given)
    perhaps = [one for one in answers if one.coming == Attendance.PERHAPS]
    game = find_game_of_evening(evening)
    plan, hopeful = plan_tables_for_answers(evening, seats, perhaps)
    return {
        "given": given,
        "waiting": [one for one in given if one.is_waiting_for_seat],
        "seats": seats,
        "all_come": len(given) + sum(one.answer.guests for one in given),
        "perhaps": perhaps,
        "no": [one for one in answers if one.coming == Attendance.NO],
        "game": game,
        "for_all": () if evening.game else list_games_that_seat_all(seats),
        "tables": describe_tables(plan) if plan else "",
        "left": describe_people_sitting_out(plan) if plan else "",
        "hopeful": describe_tables(hopeful) if hopeful else "",
    }


def _build_drawn_tables_context(
    request: MemberRequest, evening: PlannedEvening, forms: Mapping[str, KeyForm]
) -> dict[str, Any]:
    """Return the context of the evening's tables, with forms for users who may correct."""
    seating = load_seating(evening)
    context: dict[str, Any] = {"seating": seating}
    if Right.CORRECT not in request.rights:
        return context
    players = list_club_players_without_account(evening.club)
    context["others"] = forms.get("others") or (
        PlayerAnswerForm(players=players) if players else None
    )
    if seating.drawn and seating.waiting:
        rules = load_rule_choices(evening.club, seating.drawn.game)
        context |= {"start": forms.get("start") or build_start_form(rules), "stake": rules.stake}
    return context
