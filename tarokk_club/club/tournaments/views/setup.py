"""Pages to set up and delete a tournament, and to enter players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from tarokk_club.club.models import Club, Tournament
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.htmx import render_page_or_fragment
from tarokk_club.club.pages.loaders import MemberRequest, club_view, tournament_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.people.queries.clubs import list_active_players
from tarokk_club.club.session.forms.rules_form import pick_values_after_choice
from tarokk_club.club.session.forms.session_head import GameForm
from tarokk_club.club.session.offered_rules import list_offered_rules
from tarokk_club.club.session.queries.sessions.final_results import (
    are_entrants_final,
    was_ever_final,
)
from tarokk_club.club.session.views.sessions import list_offered_games
from tarokk_club.club.tournaments.forms import (
    EntrantsForm,
    SetupForm,
    TournamentForm,
)
from tarokk_club.club.tournaments.usecases.entrants import enter_players
from tarokk_club.club.tournaments.usecases.tournaments import (
    TournamentPlan,
    change_tournament,
    delete_tournament,
    make_tournament,
)
from tarokk_club.club.values.draws import Carry, DrawKind, Publishing
from tarokk_club.club.values.scales import USUAL_TEXT, format_place_points
from tarokk_club.club.values.table_points import Reckoning
from tarokk_club.club.values.tournament_ties import USUAL_BREAKS
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission

SETTINGS = "club/tournaments/settings.html"
# The form without the page around it, replaced when the game or the preset of rules changes.
SETUP = "club/tournaments/_setup_form.html"
_MORE = (
    *("scale", "scale_five", "scale_three", "final_rounds", "carry", "team_best", "club_best"),
)


@club_view(Right.CORRECT)
def create_tournament(request: MemberRequest, club: Club) -> HttpResponseBase:
    """Show the form for a new tournament; a POST creates the tournament."""
    games: dict[str, Any] = {"games": list_offered_games(), "sets": list_offered_rules(club)}
    form = TournamentForm(read_post(request), initial=_build_initial_values(club), **games)
    do = request.POST.get("do", "")
    if do in {"game", "preset"}:
        form = TournamentForm(
            initial=pick_values_after_choice(form.read_typed_values(), do), **games
        )
    else:
        created = submit(
            request,
            form,
            lambda submission: make_tournament(
                club_id=club.id, form=submission, plan=_read_plan(form)
            ),
        )
        if created:
            return redirect("club:tournament_players", club.slug, created.id)
    context = {"club": club, "form": form, "action": request.path}
    return render_page_or_fragment(request, SETTINGS, SETUP, context)


@tournament_view(Right.CORRECT)
def edit_tournament_settings(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the form for the settings of a tournament; a POST saves them.

    Once a round has begun, the form has no fields for game, rules and stake.
    """
    form = _build_settings_form(request, tournament)
    do = request.POST.get("do", "")
    if do in {"game", "preset"} and isinstance(form, TournamentForm):
        typed = pick_values_after_choice(form.read_typed_values(), do)
        sets = list_offered_rules(tournament.club)
        form = TournamentForm(initial=typed, games=list_offered_games(), sets=sets)
    elif submit(
        request,
        form,
        lambda submission: change_tournament(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            plan=_read_plan(form),
        ),
    ):
        messages.success(request, _("The tournament is saved."))
        return redirect_to_tournament(tournament)
    context = {"club": tournament.club, "tournament": tournament, "form": form}
    context["action"] = request.path
    return render_page_or_fragment(request, SETTINGS, SETUP, context)


@tournament_view(Right.CORRECT)
def choose_entrants(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the form to choose the entrants; a POST saves them.

    Once the result is final, the form asks for a reason.
    """
    entered = tournament.entrants.filter(gone=False)
    entrant_ids = [str(player) for player in entered.values_list("player_id", flat=True)]
    players = list_active_players(tournament.club, tournament_id=tournament.id)
    form = EntrantsForm(
        read_post(request),
        initial={"players": entrant_ids},
        players=players,
        final=are_entrants_final(tournament),
    )
    if submit(
        request,
        form,
        lambda submission: enter_players(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            players=form.read_players(),
        ),
    ):
        return redirect_to_tournament(tournament)
    context = {"club": tournament.club, "tournament": tournament, "form": form, "all": players}
    return render_page(request, "club/tournaments/players.html", context)


@club_view(Right.CORRECT)
def confirm_tournament_deletion(
    request: MemberRequest, club: Club, tournament_id: UUID
) -> HttpResponseBase:
    """Ask for confirmation, then delete a tournament that has not begun.

    A repeated submission gets the same response, although the tournament is already gone.
    """
    form = KeyForm(read_post(request))
    if submit(
        request, form, lambda submission: _delete_tournament_or_404(club, tournament_id, submission)
    ):
        messages.success(request, _("The tournament is deleted."))
        return redirect("club:tournaments", club.slug)
    tournament = get_object_or_404(Tournament, pk=tournament_id, club=club)
    context = {
        "club": club,
        "tournament": tournament,
        "form": form,
        "begun": tournament.has_begun(),
    }
    return render_page(request, "club/tournaments/delete.html", context)


def _delete_tournament_or_404(club: Club, tournament_id: UUID, submission: Submission) -> Club:
    try:
        return delete_tournament(club_id=club.id, form=submission, tournament_id=tournament_id)
    except Tournament.DoesNotExist as error:
        raise Http404 from error


def redirect_to_seating(tournament: Tournament) -> HttpResponseRedirect:
    """Redirect to the page with the seats of the drawn round."""
    return redirect("club:tournament_seating", tournament.club.slug, tournament.id)


def redirect_to_tournament(tournament: Tournament) -> HttpResponseRedirect:
    """Redirect to the page of the tournament."""
    return redirect("club:tournament", tournament.club.slug, tournament.id)


def _build_settings_form(request: MemberRequest, tournament: Tournament) -> SetupForm:
    initial: dict[str, Any] = {
        "name": tournament.name,
        "date": tournament.date,
        "rounds": tournament.rounds,
        "turns": tournament.turns or None,
        "minutes": tournament.minutes or None,
        "draw_kind": tournament.draw_kind,
        "publishing": tournament.publishing,
        "reckoning": tournament.reckoning,
        "xxi_table": tournament.xxi_table,
        **_build_initial_counting(tournament),
    }
    if tournament.has_begun():
        return SetupForm(read_post(request), initial=initial, final=was_ever_final(tournament))
    stake = [tournament.currency or tournament.club.currency, tournament.per_point]
    played = {"game": tournament.game, "rules": tournament.rules, "stake": stake}
    initial |= GameForm.build_initial_from_choice(played | {"preset": tournament.rules_preset})
    sets = list_offered_rules(tournament.club)
    return TournamentForm(
        read_post(request), initial=initial, games=list_offered_games(), sets=sets
    )


def _build_initial_values(club: Club) -> dict[str, Any]:
    """Return the initial values for a new tournament, with the game that the club last played."""
    return {
        "date": get_today(club),
        "rounds": 2,
        "turns": 4,
        "draw_kind": DrawKind.SCHEDULE,
        "publishing": Publishing.AT_ONCE,
        "reckoning": Reckoning.TABLE,
        "scale": USUAL_TEXT,
        "carry": Carry.ALL,
        **_build_initial_tie_breaks(USUAL_BREAKS[Reckoning.TABLE]),
        "game": club.last_choice.get("game"),
        "currency": club.currency,
    }


def _build_initial_counting(tournament: Tournament) -> dict[str, Any]:
    """Return the initial values of the fields for scales, ties, the final and teams."""
    scale = tournament.table_scale
    usual_five = (*scale.four, scale.four[-1])
    return {
        "scale": format_place_points(scale.four),
        "scale_five": format_place_points(scale.five) if scale.five != usual_five else "",
        "scale_three": format_place_points(scale.three) if scale.three != scale.four[:3] else "",
        "final_rounds": tournament.final_rounds or None,
        "carry": tournament.carry,
        "team_best": tournament.team_best or None,
        "club_best": tournament.club_best or None,
        **_build_initial_tie_breaks(tournament.tie_breaks),
    }


def _build_initial_tie_breaks(kinds: Sequence[str]) -> dict[str, str]:
    return {f"tie_{number}": kind for number, kind in enumerate(kinds, start=1)}


def _read_plan(form: SetupForm) -> TournamentPlan:
    data = form.cleaned_data
    return TournamentPlan(
        name=data["name"],
        day=data["date"],
        rounds=data["rounds"],
        turns=data["turns"],
        minutes=data["minutes"],
        draw_kind=data["draw_kind"],
        publishing=data["publishing"],
        reckoning=data["reckoning"],
        xxi_table=data["xxi_table"],
        head=form.head,
        ties=form.read_tie_breaks(),
        **{name: data[name] for name in _MORE},
    )
