"""The calendar of a club, and the page of an evening with its answers and tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.calendar.forms import ComingForm, OnwardsForm, PlayerAnswerForm, StartForm
from tarokk_club.club.calendar.queries.evenings import (
    answers_of,
    assign_seats,
    coming_evenings,
    game_of,
    games_for_all,
    past_evenings,
    planned_tables,
)
from tarokk_club.club.calendar.queries.seatings import seating_of
from tarokk_club.club.calendar.queries.startable_rules import Startable, startable
from tarokk_club.club.calendar.usecases.answers import (
    EveningReply,
    answer_evening,
    answer_for_player,
)
from tarokk_club.club.calendar.usecases.evening_plans import may_play
from tarokk_club.club.calendar.words import left_sentence, series_sentence, tables_sentence
from tarokk_club.club.models import Club, EveningAnswer, PlannedEvening
from tarokk_club.club.money.queries.statements import find_player_of_user
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import MemberRequest, club_view, evening_view
from tarokk_club.club.pages.responses import page, submit
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.people.queries.clubs import players_without_account
from tarokk_club.club.session.queries.session_lists import was_played
from tarokk_club.club.values.attendance import Attendance
from tarokk_club.club.writing.permissions import Right


def start_form(startable: Startable, data: QueryDict | None = None) -> StartForm:
    """Return the form with the choices of rules, the proposal first."""
    choices: list[tuple[str, Any]] = [
        (one.key, one.name or _("As last time")) for one in startable.choices
    ]
    return StartForm(data, rules=choices, initial={"rules": startable.choices[0].key})


PAGE = "club/calendar/evening.html"
# The form values for the page to return to after an answer.
HOME, LIST = "home", "list"
NEAR = 6


@club_view(Right.READ)
def calendar(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the coming evenings and a page of the past ones."""
    player = find_player_of_user(club.id, request.user.pk)
    mine = player.pk if player else None
    at, past = past_evenings(club, request.GET.get("page"), mine)
    rows = coming_evenings(club, mine)
    # Only the next evenings get buttons in the list: a whole year would have too many.
    near = [(row, ComingForm(auto_id=False) if player else None) for row in rows[:NEAR]]
    context = {
        "club": club,
        "near": near,
        "later": rows[NEAR:],
        "past": past,
        "at": at,
        "looking_back": "page" in request.GET,
        "player": player,
        "rights": request.rights,
        "today": today(club),
    }
    return page(request, "club/calendar/list.html", context)


@evening_view(Right.READ)
def evening(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Show an evening with its answers and tables."""
    return page(request, PAGE, evening_context(request, evening))


@evening_view(post=Right.CLAIM)
def evening_answer(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Save the user's own answer, or warn a user who is not a player of the club."""
    player = find_player_of_user(evening.club_id, request.user.pk)
    if player is None:
        messages.warning(request, _("You play as nobody in this club; its owner can change that."))
        return to_evening(evening)
    form = ComingForm(request.POST)
    done = submit(
        request,
        form,
        lambda submission: answer_evening(
            club_id=evening.club_id,
            form=submission,
            evening_id=evening.id,
            player_id=player.id,
            reply=_read_reply(form),
        ),
    )
    if done:
        return _back(request, evening)
    return page(request, PAGE, evening_context(request, evening, own=form))


@evening_view(post=Right.CORRECT)
def evening_player(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Save the answer of a player without an account."""
    form = PlayerAnswerForm(request.POST, players=players_without_account(evening.club))
    done = submit(
        request,
        form,
        lambda submission: answer_for_player(
            club_id=evening.club_id,
            form=submission,
            evening_id=evening.id,
            player_id=form.chosen(),
            reply=_read_reply(form),
        ),
    )
    if done:
        return to_evening(evening)
    return page(request, PAGE, evening_context(request, evening, others=form))


def to_evening(evening: PlannedEvening) -> HttpResponseRedirect:
    """Redirect to the page of the evening."""
    return redirect("club:evening", evening.club.slug, evening.id)


def _read_reply(form: ComingForm) -> EveningReply:
    return EveningReply(coming=form.cleaned_data["coming"], guests=form.cleaned_data["guests"])


def _back(request: MemberRequest, evening: PlannedEvening) -> HttpResponseRedirect:
    """Redirect to the page on which the answer was given."""
    came = request.POST.get("from")
    if came == HOME:
        return redirect("club:club", evening.club.slug)
    if came == LIST:
        return redirect("club:calendar", evening.club.slug)
    return to_evening(evening)


def evening_context(
    request: MemberRequest, evening: PlannedEvening, **forms: KeyForm
) -> dict[str, Any]:
    """Return the template context of an evening's page.

    forms: submitted forms, by their purpose.
    """
    answers = answers_of(evening)
    player = find_player_of_user(evening.club_id, request.user.pk)
    mine = next((one for one in answers if player and one.player_id == player.pk), None)
    day = today(evening.club)
    over, cancelled = evening.date < day, evening.cancelled_at is not None
    sent = next(iter(forms.values()), None)
    return {
        "club": evening.club,
        "evening": evening,
        "rights": request.rights,
        "over": over,
        "open": not over and not cancelled,
        "today": evening.date == day,
        "may_draw": not cancelled and may_play(evening),
        "may_start": not cancelled and may_play(evening) and evening.date <= day,
        "played": evening.date <= day and was_played(evening.club, evening.date),
        "player": player,
        "mine": mine,
        "own": forms.get("own") or _answer_form(mine),
        "onwards": forms.get("onwards") or OnwardsForm(),
        "undo": KeyForm(),
        "series": series_sentence(evening.series, evening.date) if evening.series else "",
        **_who_comes(evening, answers),
        **_of_secretary(request, evening, forms),
        **({"form": sent} if sent else {}),
    }


def _answer_form(mine: EveningAnswer | None) -> ComingForm:
    return ComingForm(initial={"guests": mine.guests or None} if mine else {})


def _who_comes(evening: PlannedEvening, answers: tuple[EveningAnswer, ...]) -> dict[str, Any]:
    given = assign_seats(answers, evening.most)
    seats = sum(one.seated + one.guests for one in given)
    perhaps = [one for one in answers if one.coming == Attendance.PERHAPS]
    game = game_of(evening)
    plan = planned_tables(seats, game)
    may_be = seats + sum(1 + one.guests for one in perhaps)
    hopeful = planned_tables(may_be, game) if perhaps and evening.most is None else None
    return {
        "given": given,
        "waiting": [one for one in given if one.waits],
        "seats": seats,
        "all_come": len(given) + sum(one.answer.guests for one in given),
        "perhaps": perhaps,
        "no": [one for one in answers if one.coming == Attendance.NO],
        "game": game,
        "for_all": () if evening.game else games_for_all(seats),
        "tables": tables_sentence(plan) if plan else "",
        "left": left_sentence(plan) if plan else "",
        "hopeful": tables_sentence(hopeful) if hopeful else "",
    }


def _of_secretary(
    request: MemberRequest, evening: PlannedEvening, forms: Mapping[str, KeyForm]
) -> dict[str, Any]:
    """Return the tables, and the forms for users who may correct the score book."""
    seating = seating_of(evening)
    found: dict[str, Any] = {"seating": seating}
    if Right.CORRECT not in request.rights:
        return found
    players = players_without_account(evening.club)
    found["others"] = forms.get("others") or (
        PlayerAnswerForm(players=players) if players else None
    )
    if seating.drawn and seating.waiting:
        known = startable(evening.club, seating.drawn.game)
        found |= {"start": forms.get("start") or start_form(known), "stake": known.stake}
    return found
