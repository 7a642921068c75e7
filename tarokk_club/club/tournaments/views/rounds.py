"""The pages that draw, start and withdraw the rounds of a tournament."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.utils.translation import gettext as _

from tarokk_club.club.models import Tournament
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import read_post, render_page, submit
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.tournaments.draw.final_groups import compute_place_spans
from tarokk_club.club.tournaments.forms import (
    RoundForm,
    TakeBackRoundForm,
)
from tarokk_club.club.tournaments.queries.drawn_rounds import load_unpublished_draw
from tarokk_club.club.tournaments.queries.entrants import list_absent_names
from tarokk_club.club.tournaments.queries.next_draws import Draw, compute_next_draw
from tarokk_club.club.tournaments.queries.open_tables import list_open_tables
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.usecases.rounds import SeenDraw, start_round, take_back_round
from tarokk_club.club.tournaments.views.setup import redirect_to_seating, redirect_to_tournament
from tarokk_club.club.tournaments.views.tournaments import build_tournament_context
from tarokk_club.club.tournaments.words import explain_draw, explain_final_tables
from tarokk_club.club.values.draws import DrawKind, Publishing
from tarokk_club.club.writing.permissions import Right

SETTINGS = "club/tournaments/settings.html"
# The form without the page around it, replaced when the game or the preset of rules changes.
SETUP = "club/tournaments/_setup_form.html"
MOST_DRAWS = 999
_MORE = (
    *("scale", "scale_five", "scale_three", "final_rounds", "carry", "team_best", "club_best"),
)


@tournament_view(Right.DIRECT)
def preview_and_start_round(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Preview draws of the next round, and start or store the chosen draw."""
    if request.method != "POST" and load_unpublished_draw(tournament):
        return redirect_to_seating(tournament)
    form = RoundForm(read_post(request))
    if submit(
        request,
        form,
        lambda submission: start_round(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            seen=_read_seen_draw(form),
        ),
    ):
        if tournament.publishing == Publishing.WHEN_READY:
            return redirect_to_seating(tournament)
        return redirect_to_tournament(tournament)
    draw = compute_next_draw(tournament, _read_draw_number(request))
    context = _build_round_context(request, tournament, (form, draw))
    return render_page(request, "club/tournaments/round.html", context)


@tournament_view(post=Right.DIRECT)
def withdraw_round(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Take back a round that was started or drawn by mistake."""
    form, waiting = TakeBackRoundForm(request.POST), load_unpublished_draw(tournament)
    if submit(
        request,
        form,
        lambda submission: take_back_round(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            number=form.cleaned_data["round"],
        ),
    ):
        if waiting:
            messages.success(request, _("The draw is withdrawn."))
        else:
            messages.success(request, _("The round is withdrawn; its tables are in the bin."))
        return redirect_to_tournament(tournament)
    context = build_tournament_context(request, tournament)
    context |= {"form": form, "back": form}
    return render_page(request, "club/tournaments/tournament.html", context)


def _read_seen_draw(form: RoundForm) -> SeenDraw:
    data = form.cleaned_data
    return SeenDraw(number=data["draw"], fingerprint=data["mark"], day=data["date"])


def _read_draw_number(request: MemberRequest) -> int:
    """Return the number of the requested or submitted draw, 0 if the text is not a number."""
    text = request.POST.get("draw") or request.GET.get("draw", "")
    return int(text[:9]) % MOST_DRAWS if text.isascii() and text.isdecimal() else 0


def _build_round_context(
    request: MemberRequest, tournament: Tournament, drawn: tuple[RoundForm, Draw]
) -> dict[str, Any]:
    form, draw = drawn
    facts = {"draw": draw.draw, "mark": draw.fingerprint}
    if form.is_bound:
        # The page shows the current draw, so its form must submit the same draw.
        data = request.POST.copy()
        for name, value in facts.items():
            data[name] = str(value)
        form.data = data
    else:
        form.initial.update(facts, date=get_today(tournament.club))
    names = load_names(tournament.club_id)
    standing = load_standing(tournament, names=names)
    return {
        "club": tournament.club,
        "tournament": tournament,
        "form": form,
        "draw": draw,
        "next_draw": (draw.draw + 1) % MOST_DRAWS,
        "tables": [[names[player] for player in table] for table in draw.seating.tables],
        "places": compute_place_spans([len(table) for table in draw.seating.tables])
        if draw.final
        else (),
        "out": [names[player] for player in draw.seating.out],
        "missed": [(names[change.player], change.table) for change in draw.fixes.missed],
        "waits": tournament.publishing == Publishing.WHEN_READY,
        "over": draw.round > tournament.all_rounds,
        "playing": standing.current_round.open_table_count if standing.current_round else 0,
        "still_open": list_open_tables(standing),
        "absent": list_absent_names(tournament),
        "how": explain_final_tables() if draw.final else explain_draw(tournament.draw_kind),
        "all_at_once": tournament.draw_kind == DrawKind.SCHEDULE and not draw.final,
        "begun": draw.round > 1,
        "by_lot": not draw.final and (tournament.draw_kind == DrawKind.LOT or draw.round == 1),
    }
