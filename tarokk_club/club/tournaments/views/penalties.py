"""Pages on which the organiser gives penalties and takes them back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from tarokk_club.club.models import Penalty, Tournament
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import is_confirmed, read_post, render_page, submit
from tarokk_club.club.session.queries.sessions.final_results import was_ever_final
from tarokk_club.club.tournaments.queries.entrants import load_entrant_and_seated_ids
from tarokk_club.club.tournaments.queries.place_moves import compare_places
from tarokk_club.club.tournaments.queries.results import (
    PenaltyRow,
    build_penalty_row,
    load_penalty_rows,
)
from tarokk_club.club.tournaments.queries.standing import StandingChange
from tarokk_club.club.tournaments.side_forms import PenaltyForm, TakeBackPenaltyForm
from tarokk_club.club.tournaments.usecases.penalties import (
    PenaltyPlan,
    give_penalty,
    take_back_penalty,
)
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.removed_players import drop_removed_players

PENALTIES = "club/tournaments/penalties.html"


@tournament_view(Right.CORRECT)
def show_penalties(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the penalties; a POST gives one, after a preview if the result was ever final."""
    names = load_names(tournament.club_id)
    form = _build_penalty_form(request, tournament, names)
    guarded = was_ever_final(tournament)
    moved = None
    if guarded and form.is_valid() and not is_confirmed(request):
        with_new = (*load_penalty_rows(tournament, names), _build_unsaved_row(form, names))
        moved = compare_places(tournament, StandingChange(penalties=with_new))
        form.status = 200
    elif submit(
        request,
        form,
        lambda submission: give_penalty(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            plan=_read_plan(form),
        ),
    ):
        messages.success(request, _("The penalty is recorded."))
        return _redirect_to_penalties(tournament)
    return _render_penalties(request, tournament, {"form": form, "moved": moved, "stands": guarded})


@tournament_view(Right.CORRECT)
def withdraw_penalty(
    request: MemberRequest, tournament: Tournament, penalty_id: UUID
) -> HttpResponseBase:
    """Ask for a reason, then take back a penalty."""
    names = load_names(tournament.club_id)
    rows = load_penalty_rows(tournament, names)
    penalty = next((row for row in rows if row.id == penalty_id), None)
    if penalty is None:
        raise Http404
    form = TakeBackPenaltyForm(read_post(request), initial={"penalty": penalty_id})
    if submit(
        request,
        form,
        lambda submission: take_back_penalty(
            club_id=tournament.club_id, form=submission, penalty_id=penalty_id
        ),
    ):
        messages.success(request, _("The penalty is revoked."))
        return _redirect_to_penalties(tournament)
    guarded, moved = was_ever_final(tournament), None
    if guarded and not penalty.back:
        without_penalty = tuple(replace(row, back=row.back or row.id == penalty_id) for row in rows)
        moved = compare_places(tournament, StandingChange(penalties=without_penalty))
    context = {"club": tournament.club, "tournament": tournament, "form": form, "penalty": penalty}
    context |= {"stands": guarded, "moved": moved}
    return render_page(request, "club/tournaments/penalty_back.html", context)


def _build_penalty_form(
    request: MemberRequest, tournament: Tournament, names: dict[str, str]
) -> PenaltyForm:
    players = [
        (str(participant), names[str(participant)])
        for participant in load_entrant_and_seated_ids(tournament)
    ]
    return PenaltyForm(
        read_post(request),
        players=sorted(
            drop_removed_players(tournament.club_id, players),
            key=lambda player: build_sort_key(player[1]),
        ),
        rounds=tournament.all_rounds,
    )


def _read_plan(form: PenaltyForm) -> PenaltyPlan:
    data = form.cleaned_data
    return PenaltyPlan(
        player=UUID(data["player"]),
        round=data["round"],
        half_points=data["worth"],
        points=data["points"] or 0,
    )


def _build_unsaved_row(form: PenaltyForm, names: dict[str, str]) -> PenaltyRow:
    """Return the row of the penalty in the form, which is not saved yet."""
    plan = _read_plan(form)
    penalty = Penalty(
        player_id=plan.player,
        round=plan.round,
        half_points=plan.half_points,
        points=plan.points,
        made_at=timezone.now(),
    )
    return build_penalty_row(penalty, names)


def _render_penalties(
    request: MemberRequest, tournament: Tournament, context: dict[str, Any]
) -> HttpResponseBase:
    names = load_names(tournament.club_id)
    common = {
        "club": tournament.club,
        "tournament": tournament,
        "penalties": load_penalty_rows(tournament, names),
    }
    return render_page(request, PENALTIES, common | context)


def _redirect_to_penalties(tournament: Tournament) -> HttpResponseRedirect:
    return redirect("club:tournament_penalties", tournament.club.slug, tournament.id)
