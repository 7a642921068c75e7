"""Pages to show and save the answers to an evening."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from tarokk_club.club.calendar.forms import OwnAnswerForm, PlayerAnswerForm
from tarokk_club.club.calendar.queries.evenings import count_player_answers, load_player_answers
from tarokk_club.club.calendar.usecases.answers import (
    EveningReply,
    answer_evening,
    answer_for_player,
)
from tarokk_club.club.calendar.views.evenings import (
    PAGE,
    build_evening_context,
    redirect_to_evening,
)
from tarokk_club.club.formatting.sentences import render_sentence
from tarokk_club.club.models import PlannedEvening
from tarokk_club.club.money.queries.balances.statements import find_player_of_user
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import MemberRequest, evening_view
from tarokk_club.club.pages.responses import render_page, submit
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.people.queries.clubs import list_club_players_without_account
from tarokk_club.club.writing.permissions import Right

# The values of `from` in an answer: the page to return to.
HOME, LIST, ANSWERS = "home", "list", "answers"


@evening_view(post=Right.CLAIM)
def save_own_answer(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Save the user's own answer; warn a user who is not a player of the club."""
    player = find_player_of_user(evening.club_id, request.user.pk)
    if player is None:
        messages.warning(
            request, _("Your account has no player in this club yet; its owner can change that.")
        )
        return redirect_to_evening(evening)
    form = OwnAnswerForm(request.POST)
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
        return _redirect_back(request, evening, player.id)
    return render_page(request, PAGE, build_evening_context(request, evening, own=form))


@evening_view(post=Right.CORRECT)
def answer_for_other_player(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Save the answer of a player without an account."""
    form = _build_player_form(request, evening)
    if _save_player_answer(request, evening, form):
        return redirect_to_evening(evening)
    return render_page(request, PAGE, build_evening_context(request, evening, others=form))


@evening_view(Right.CORRECT)
def show_answers(request: MemberRequest, evening: PlannedEvening) -> HttpResponseBase:
    """Show the answers of all players; a POST saves the answer of a player without an account."""
    if request.method != "POST":
        return _render_answers(request, evening)
    form = _build_player_form(request, evening)
    if _save_player_answer(request, evening, form):
        return _redirect_to_row(evening, form.read_player())
    if form.has_error("player"):
        form.add_error(None, render_sentence("answers_alone"))
    return _render_answers(request, evening, form)


def _build_player_form(request: MemberRequest, evening: PlannedEvening) -> PlayerAnswerForm:
    return PlayerAnswerForm(request.POST, players=list_club_players_without_account(evening.club))


def _save_player_answer(
    request: MemberRequest, evening: PlannedEvening, form: PlayerAnswerForm
) -> PlannedEvening | None:
    """Save the answer of a player without an account, and return the evening; None on errors."""
    return submit(
        request,
        form,
        lambda submission: answer_for_player(
            club_id=evening.club_id,
            form=submission,
            evening_id=evening.id,
            player_id=form.read_player(),
            reply=_read_reply(form),
        ),
    )


def _render_answers(
    request: MemberRequest, evening: PlannedEvening, sent: KeyForm | None = None
) -> HttpResponseBase:
    """Render the answers of all players.

    sent: submitted form with errors.
    """
    rows = load_player_answers(evening)
    tally = count_player_answers(rows)
    # Each row is a form of its own with its own key.
    forms = [(row, KeyForm(auto_id=False)) for row in rows]
    context: dict[str, Any] = {
        "club": evening.club,
        "evening": evening,
        "open": evening.cancelled_at is None and evening.date >= get_today(evening.club),
        "rows": forms,
        "tally": tally,
        "unanswered": sum(not row.coming for row in rows),
        "player": find_player_of_user(evening.club_id, request.user.pk),
        **({"form": sent} if sent else {}),
    }
    return render_page(request, "club/calendar/answers.html", context)


def _read_reply(form: OwnAnswerForm) -> EveningReply:
    return EveningReply(coming=form.cleaned_data["coming"], guests=form.cleaned_data["guests"])


def _redirect_back(
    request: MemberRequest, evening: PlannedEvening, player: UUID
) -> HttpResponseRedirect:
    """Redirect to the page on which the user answered.

    player: id of the user's player, whose row is shown if the page lists all answers.
    """
    came = request.POST.get("from")
    if came == HOME:
        return redirect("club:club", evening.club.slug)
    if came == LIST:
        return redirect("club:calendar", evening.club.slug)
    if came == ANSWERS:
        return _redirect_to_row(evening, player)
    return redirect_to_evening(evening)


def _redirect_to_row(evening: PlannedEvening, player: UUID) -> HttpResponseRedirect:
    """Redirect to the player's row on the page of all answers."""
    rows = reverse("club:evening_answers", args=[evening.club.slug, evening.id])
    return redirect(f"{rows}#player-{player}")
