"""Views to correct a session's settings or replace a player, with a preview of the effect."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.utils.translation import gettext as _

from tarokk_club.club.formatting.labels import label_game
from tarokk_club.club.models import Session
from tarokk_club.club.pages.htmx import render_page_or_fragment
from tarokk_club.club.pages.loaders import MemberRequest, session_view
from tarokk_club.club.pages.responses import (
    is_confirmed,
    read_post,
    redirect_to_sheet,
    render_page,
    submit,
)
from tarokk_club.club.session.forms.rules_form import pick_values_after_choice
from tarokk_club.club.session.forms.session_head import SEAT, HeadForm, draw_seats
from tarokk_club.club.session.forms.settings import ReplaceForm
from tarokk_club.club.session.offered_rules import list_offered_rules
from tarokk_club.club.session.queries.players.seating import (
    list_possible_players,
    load_session_seating,
)
from tarokk_club.club.session.queries.replay.change_preview import build_change_preview
from tarokk_club.club.session.queries.replay.change_replay import (
    preview_replacement,
    preview_settings,
)
from tarokk_club.club.session.usecases.seats import replace_player
from tarokk_club.club.session.usecases.sessions import change_session
from tarokk_club.club.session.views.sessions import HEAD_FORM
from tarokk_club.club.writing.permissions import Right


@session_view(Right.CORRECT)
def edit_session_settings(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Edit the head of a session, such as its rules, stake and seats, after showing the effect."""
    listed: dict[str, Any] = {
        "players": list_possible_players(session.club, session),
        # A long list shows only the seated players before the user searches.
        "often": session.seats,
        "games": [(session.game, label_game(session.game))],
        "sets": list_offered_rules(session.club),
    }
    form = HeadForm(read_post(request), initial=_build_initial_values(session), **listed)
    if request.POST.get("do") in {"draw", "preset", "game", "edit"}:
        return _render_settings(
            request, session, HeadForm(initial=_build_values_after_button(form, request), **listed)
        )
    effect = None
    if form.is_valid():
        head = form.cleaned_data["head"]
        if is_confirmed(request):
            done = submit(
                request,
                form,
                lambda submission: change_session(
                    session_id=session.id, form=submission, head=head
                ),
            )
            if done:
                messages.success(request, _("The session is corrected."))
                return redirect_to_sheet(session)
        effect = build_change_preview(preview_settings(session, head), session, head=head)
        form.status = 200 if not form.errors else form.status
    return _render_settings(request, session, form, effect=effect)


def _render_settings(
    request: MemberRequest, session: Session, form: HeadForm, **more: Any
) -> HttpResponseBase:
    context = {"session": session, "club": session.club, "form": form, **more}
    context["action"] = request.path
    return render_page_or_fragment(request, "club/session/settings.html", HEAD_FORM, context)


def _build_initial_values(session: Session) -> dict[str, Any]:
    stake = [session.currency, session.per_point] if session.per_point else None
    last = {
        "game": session.game,
        "rules": session.rules,
        "preset": session.rules_preset,
        "stake": stake,
    }
    seats = {SEAT + player: str(place) for place, player in enumerate(session.seats, start=1)}
    first = session.seats.index(str(session.first_dealer)) + 1
    return {
        "version": session.version,
        "date": session.date,
        "title": session.table_name,
        "dealer": str(first),
        "currency": session.club.currency,
        **HeadForm.build_initial_from_choice(last),
        **seats,
    }


def _build_values_after_button(form: HeadForm, request: MemberRequest) -> dict[str, Any]:
    typed = form.read_typed_values()
    if request.POST["do"] == "draw":
        return draw_seats(typed, form.players)
    if request.POST["do"] == "edit":
        return typed
    return pick_values_after_choice(typed, "preset")


@session_view(Right.CORRECT)
def replace_session_player(request: MemberRequest, session: Session) -> HttpResponseBase:
    """Replace a player with another in the whole session, after showing the effect."""
    seats = load_session_seating(session)
    seated_ids = {player for player, _name in seats.everyone}
    others = [pair for pair in seats.others if pair[0] not in seated_ids]
    form = ReplaceForm(
        read_post(request),
        initial={"version": session.version},
        seated=seats.everyone,
        others=others,
    )
    effect = None
    if form.is_valid():
        old, new = form.read_players()
        if is_confirmed(request):
            done = submit(
                request,
                form,
                lambda submission: replace_player(
                    session_id=session.id, form=submission, old=old, new=new
                ),
            )
            if done:
                messages.success(request, _("The session is corrected."))
                return redirect_to_sheet(session)
        effect = build_change_preview(preview_replacement(session, old=old, new=new), session)
        form.status = 200 if not form.errors else form.status
    context = {"session": session, "club": session.club, "form": form, "effect": effect}
    return render_page(request, "club/session/replace.html", context)
