"""Pages that draw, change and start the tables of an evening."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid5

from django.contrib import messages
from django.http import HttpResponseBase
from django.utils.translation import gettext as _

from scoring.games import GAMES
from tarokk_club.club.calendar.evening_draw import EveningDraw, read_evening_draw
from tarokk_club.club.calendar.forms import DrawForm, SeatsForm, StartTableForm
from tarokk_club.club.calendar.queries.evenings import (
    assign_seats,
    find_game_of_evening,
    load_answers,
)
from tarokk_club.club.calendar.queries.rule_choices import load_rule_choices
from tarokk_club.club.calendar.queries.seatings import find_busy_player_ids, load_started_tables
from tarokk_club.club.calendar.usecases.evening_tables import (
    SeenTable,
    change_evening_seats,
    draw_evening,
    start_evening_table,
)
from tarokk_club.club.calendar.views.evenings import (
    PAGE,
    build_evening_context,
    build_start_form,
    redirect_to_evening,
)
from tarokk_club.club.formatting.labels import GAME_NAMES
from tarokk_club.club.models import PlannedEvening, Session
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.loaders import MemberRequest, evening_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.queries.clubs import list_active_players
from tarokk_club.club.session.views.sessions import list_offered_games
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission


@evening_view(Right.CORRECT)
def draw_tables(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Show the form to draw tables for the players who are present; a POST replaces the draw."""
    drawn = read_evening_draw(evening.seating)
    busy = find_busy_player_ids(load_started_tables(evening))
    players = [one for one in list_active_players(evening.club) if one[0] not in busy]
    games = [(evening.game, GAME_NAMES[evening.game])] if evening.game else list_offered_games()
    initial = {
        "players": _list_present_players(evening, drawn),
        "game": drawn.game if drawn else find_game_of_evening(evening),
    }
    form = DrawForm(read_post(request), players=players, games=games, initial=initial)
    if submit(
        request,
        form,
        lambda submission: draw_evening(
            club_id=evening.club_id,
            form=submission,
            evening_id=evening.id,
            game=form.cleaned_data["game"],
            players=form.read_players(),
        ),
    ):
        return redirect_to_evening(evening)
    context = {"club": evening.club, "evening": evening, "form": form, "all": players}
    context["drawn"] = drawn
    return render_page(request, "club/calendar/draw.html", context)


def _list_present_players(evening: PlannedEvening, drawn: EveningDraw | None) -> list[str]:
    """Return the ids of the drawn players; before a draw, those of the players with a seat."""
    if drawn and drawn.players:
        return list(drawn.players)
    answers = assign_seats(load_answers(evening), evening.most)
    return [str(row.answer.player_id) for row in answers if row.seated]


@evening_view(Right.CORRECT)
def edit_seats(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Show the form for the drawn seats; a POST saves them.

    Redirect to the evening if no drawn table is left.
    """
    drawn = read_evening_draw(evening.seating)
    if drawn is None or not drawn.tables:
        messages.warning(request, _("No table is ready to start; draw first."))
        return redirect_to_evening(evening)
    names = load_names(evening.club_id)
    most = GAMES[drawn.game].most
    form = SeatsForm(read_post(request), drawn=drawn, names=names, largest=most)
    if submit(
        request,
        form,
        lambda submission: change_evening_seats(
            club_id=evening.club_id,
            form=submission,
            evening_id=evening.id,
            tables=form.cleaned_data["tables"],
            seen=form.cleaned_data["seen"],
        ),
    ):
        return redirect_to_evening(evening)
    context = {"club": evening.club, "evening": evening, "form": form}
    return render_page(request, "club/calendar/seats.html", context)


@evening_view(post=Right.CORRECT)
def start_table_of_evening(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Start a session at a drawn table."""
    drawn = read_evening_draw(evening.seating)
    game = drawn.game if drawn else find_game_of_evening(evening)
    if game not in GAMES:
        return redirect_to_evening(evening)
    form = build_start_form(load_rule_choices(evening.club, game), request.POST)
    started = submit(request, form, lambda submission: _start_table(evening, form, submission))
    if started is None:
        evening.refresh_from_db(fields=["seating"])
        return render_page(request, PAGE, build_evening_context(request, evening, start=form))
    messages.success(request, _("The table has begun."))
    return redirect_to_evening(evening)


def _start_table(evening: PlannedEvening, form: StartTableForm, submission: Submission) -> Session:
    number, fingerprint = form.cleaned_data["table"]
    # All tables of the page share a form, so each table derives another key from the form's key.
    table_form = replace(submission, key=uuid5(submission.key, f"{number} {fingerprint}"))
    seen = SeenTable(number=number, fingerprint=fingerprint, rules=form.cleaned_data["rules"])
    return start_evening_table(
        club_id=evening.club_id, form=table_form, evening_id=evening.id, seen=seen
    )
