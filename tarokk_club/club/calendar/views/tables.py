"""Pages to draw, change and start the tables of an evening."""

from __future__ import annotations

from dataclasses import replace
from uuid import uuid5

from django.contrib import messages
from django.http import HttpResponseBase
from django.utils.translation import gettext as _

from scoring.games import GAMES
from tarokk_club.club.calendar.forms import DrawForm, SeatsForm, StartForm
from tarokk_club.club.calendar.kept_seats import EveningDraw, read_evening_draw
from tarokk_club.club.calendar.queries.evenings import answers_of, assign_seats, game_of
from tarokk_club.club.calendar.queries.seatings import players_at_open_tables, started_tables
from tarokk_club.club.calendar.queries.startable_rules import startable
from tarokk_club.club.calendar.usecases.evening_tables import (
    SeenTable,
    change_seats,
    draw_evening,
    start_evening_table,
)
from tarokk_club.club.calendar.views.evenings import PAGE, evening_context, start_form, to_evening
from tarokk_club.club.formatting.labels import GAME_NAMES
from tarokk_club.club.models import PlannedEvening, Session
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.pages.loaders import MemberRequest, evening_view
from tarokk_club.club.pages.responses import page, posted, submit
from tarokk_club.club.people.queries.clubs import active_players
from tarokk_club.club.session.views.sessions import list_offered_games
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission


@evening_view(Right.CORRECT)
def evening_draw(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Draw tables for the players present; it can be repeated."""
    drawn = read_evening_draw(evening.seating)
    busy = players_at_open_tables(started_tables(evening))
    players = [one for one in active_players(evening.club) if one[0] not in busy]
    games = [(evening.game, GAME_NAMES[evening.game])] if evening.game else list_offered_games()
    initial = {"players": _here(evening, drawn), "game": drawn.game if drawn else game_of(evening)}
    form = DrawForm(posted(request), players=players, games=games, initial=initial)
    if submit(
        request,
        form,
        lambda submission: draw_evening(
            club_id=evening.club_id,
            form=submission,
            evening_id=evening.id,
            game=form.cleaned_data["game"],
            players=form.chosen(),
        ),
    ):
        return to_evening(evening)
    context = {"club": evening.club, "evening": evening, "form": form, "all": players}
    context["drawn"] = drawn
    return page(request, "club/calendar/draw.html", context)


def _here(evening: PlannedEvening, drawn: EveningDraw | None) -> list[str]:
    """Return the ids of the drawn players, else of those who said yes and have a seat."""
    if drawn and drawn.players:
        return list(drawn.players)
    given = assign_seats(answers_of(evening), evening.most)
    return [str(one.answer.player_id) for one in given if one.seated]


@evening_view(Right.CORRECT)
def evening_seats(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Change the seats of a draw by hand."""
    drawn = read_evening_draw(evening.seating)
    if drawn is None or not drawn.tables:
        messages.warning(request, _("No table waits to be started; draw first."))
        return to_evening(evening)
    names = names_in(evening.club_id)
    most = GAMES[drawn.game].most
    form = SeatsForm(posted(request), drawn=drawn, names=names, largest=most)
    if submit(
        request,
        form,
        lambda submission: change_seats(
            club_id=evening.club_id,
            form=submission,
            evening_id=evening.id,
            tables=form.cleaned_data["tables"],
            seen=form.cleaned_data["seen"],
        ),
    ):
        return to_evening(evening)
    context = {"club": evening.club, "evening": evening, "form": form}
    return page(request, "club/calendar/seats.html", context)


@evening_view(post=Right.CORRECT)
def evening_start(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Start a session at one of the tables; a repeated tap does not start another."""
    drawn = read_evening_draw(evening.seating)
    game = drawn.game if drawn else game_of(evening)
    if game not in GAMES:
        return to_evening(evening)
    form = start_form(startable(evening.club, game), request.POST)
    started = submit(request, form, lambda submission: _started(evening, form, submission))
    if started is None:
        evening.refresh_from_db(fields=["seating"])
        return page(request, PAGE, evening_context(request, evening, start=form))
    messages.success(request, _("The table has begun."))
    return to_evening(evening)


def _started(evening: PlannedEvening, form: StartForm, submission: Submission) -> Session:
    number, mark = form.cleaned_data["table"]
    # All tables of the page share one form, so each derives its own key from that of the form.
    own = replace(submission, key=uuid5(submission.key, f"{number} {mark}"))
    seen = SeenTable(number=number, mark=mark, rules=form.cleaned_data["rules"])
    return start_evening_table(club_id=evening.club_id, form=own, evening_id=evening.id, seen=seen)
