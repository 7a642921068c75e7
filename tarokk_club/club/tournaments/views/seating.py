"""The page that changes the seats of a drawn round and publishes the round."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarokk_club.club.models import Tournament
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.pages.forms import KeyForm
from tarokk_club.club.pages.loaders import MemberRequest, tournament_view
from tarokk_club.club.pages.responses import is_confirmed, read_post, render_page, submit, try_write
from tarokk_club.club.people.queries.clubs import list_active_players
from tarokk_club.club.tournaments.draw.manual_seat_changes import find_table_number
from tarokk_club.club.tournaments.forms import TakeBackRoundForm
from tarokk_club.club.tournaments.queries.drawn_rounds import DrawnRow, load_changeable_draw
from tarokk_club.club.tournaments.queries.next_draws import FINAL, load_draw_input
from tarokk_club.club.tournaments.queries.open_tables import list_open_tables
from tarokk_club.club.tournaments.queries.seat_effects import SeatEffects, compute_seat_effects
from tarokk_club.club.tournaments.queries.standing import load_standing
from tarokk_club.club.tournaments.seat_forms import (
    FixForm,
    SeatChangeForm,
    SeatsSeenForm,
    SubstituteForm,
    SwapForm,
    UndoSeatsForm,
)
from tarokk_club.club.tournaments.seat_words import describe_seat_change
from tarokk_club.club.tournaments.usecases.rounds import publish_round
from tarokk_club.club.tournaments.usecases.tables import (
    change_round_seats,
    compute_changed_seats,
    undo_seat_change,
)
from tarokk_club.club.tournaments.views.setup import redirect_to_seating
from tarokk_club.club.writing.permissions import Right

SEATING = "club/tournaments/seating.html"


@tournament_view(Right.DIRECT)
def change_seats(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Show the seats of the last drawn round, preview a change, and save it once confirmed."""
    row = load_changeable_draw(tournament)
    if row is None:
        return redirect("club:tournament_round", tournament.club.slug, tournament.id)
    names = load_names(tournament.club_id)
    forms = _build_forms(request, tournament, row, names)
    form = next((candidate for candidate in forms.values() if candidate.is_bound), None)
    effects = None
    if form and form.is_valid() and not is_confirmed(request):
        effects = _preview_effects(tournament, row, form, names)
    elif form and submit(
        request,
        form,
        lambda submission: change_round_seats(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            fingerprint=form.cleaned_data["mark"],
            change=form.read_change(),
        ),
    ):
        messages.success(request, _("The seats are changed."))
        return redirect_to_seating(tournament)
    if form:
        # Another change may have been saved since the row was loaded.
        row = load_changeable_draw(tournament)
    context = {"forms": forms, "form": form, "effects": effects}
    return _render_seating(request, tournament, row, names, context)


@tournament_view(post=Right.DIRECT)
def undo_last_seat_change(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Undo the latest change of the seats."""
    form = UndoSeatsForm(request.POST)
    if submit(
        request,
        form,
        lambda submission: undo_seat_change(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            change_id=form.cleaned_data["change"],
        ),
    ):
        messages.success(request, _("The change is undone."))
        return redirect_to_seating(tournament)
    return _render_refusal(request, tournament, form)


@tournament_view(post=Right.DIRECT)
def publish_drawn_round(request: MemberRequest, tournament: Tournament) -> HttpResponseBase:
    """Publish the drawn round, so that its tables start and everybody sees the pairings."""
    form = SeatsSeenForm(request.POST)
    if submit(
        request,
        form,
        lambda submission: publish_round(
            club_id=tournament.club_id,
            form=submission,
            tournament_id=tournament.id,
            fingerprint=form.cleaned_data["mark"],
        ),
    ):
        messages.success(request, _("The pairings are published."))
        return redirect("club:tournament", tournament.club.slug, tournament.id)
    return _render_refusal(request, tournament, form)


def _render_refusal(
    request: MemberRequest, tournament: Tournament, form: KeyForm
) -> HttpResponseBase:
    """Show the refusal on the seating page, or on the draw page if no round is drawn."""
    row = load_changeable_draw(tournament)
    if row is None:
        for sentence in form.non_field_errors():
            messages.warning(request, str(sentence))
        return redirect("club:tournament_round", tournament.club.slug, tournament.id)
    names = load_names(tournament.club_id)
    forms = _build_forms(request, tournament, row, names)
    return _render_seating(request, tournament, row, names, {"forms": forms, "form": form})


def _build_forms(
    request: MemberRequest, tournament: Tournament, row: DrawnRow, names: dict[str, str]
) -> dict[str, SeatChangeForm]:
    """Return the form for each kind of change; only the submitted one is bound."""
    seats, submitted = row.seats, read_post(request)
    seated = [(player, names[player]) for table in seats.tables for player in table]
    at_table = [
        (
            player,
            _("%(name)s, table %(number)s")
            % {"name": name, "number": find_table_number(seats, player)},
        )
        for player, name in sorted(seated, key=lambda choice: build_sort_key(choice[1]))
    ]
    seated_ids = {player for player, _name in seated}
    substitutes = [
        player for player in list_active_players(tournament.club) if player[0] not in seated_ids
    ]
    kind = submitted.get("kind", "") if submitted else ""
    initial = {"mark": row.fingerprint}

    def select_data(form: type[SeatChangeForm]) -> Any:
        return submitted if kind == form.KIND else None

    forms: dict[str, SeatChangeForm] = {
        "swap": SwapForm(select_data(SwapForm), seated=at_table, initial=initial),
        "substitute": SubstituteForm(
            select_data(SubstituteForm), seated=at_table, substitutes=substitutes, initial=initial
        ),
    }
    if row.kind != FINAL:
        forms["table"] = FixForm(select_data(FixForm), seated=at_table, initial=initial)
    return forms


def _preview_effects(
    tournament: Tournament, row: DrawnRow, form: SeatChangeForm, names: dict[str, str]
) -> SeatEffects | None:
    """Return the effects of the submitted change, None if the change is impossible.

    An impossible change adds an error to the form.
    """
    after = try_write(form, lambda: compute_changed_seats(tournament, row, form.read_change()))
    if after is None:
        return None
    form.status = 200
    return compute_seat_effects(tournament, row, after, names)


def _render_seating(
    request: MemberRequest,
    tournament: Tournament,
    row: DrawnRow | None,
    names: dict[str, str],
    context: dict[str, Any],
) -> HttpResponseBase:
    form = context.get("form")
    if form and form.is_bound and row and "mark" in form.data:
        # The form must submit the fingerprint of the seats that the page shows.
        form.data = form.data.copy()
        form.data["mark"] = row.fingerprint
    standing = row.active_changes if row else ()
    last = standing[-1] if standing else None
    common = {
        "club": tournament.club,
        "tournament": tournament,
        "row": row,
        "tables": [[names[player] for player in table] for table in row.seats.tables]
        if row
        else [],
        "out": [names[player] for player in row.seats.out] if row else [],
        "changes": [
            (change, describe_seat_change(change, names)) for change in (row.changes if row else ())
        ],
        "undo": UndoSeatsForm(initial={"change": last.id}, auto_id=False) if last else None,
        "last": last,
        "publish": SeatsSeenForm(initial={"mark": row.fingerprint}, auto_id=False) if row else None,
        "back": TakeBackRoundForm(initial={"round": row.round}, auto_id=False) if row else None,
        "still_open": ()
        if row is None or row.published
        else list_open_tables(load_standing(tournament, names=names)),
        "others": row is not None and _have_entrants_changed(tournament, row),
    }
    return render_page(request, SEATING, common | context)


def _have_entrants_changed(tournament: Tournament, row: DrawnRow) -> bool:
    """Return whether an unpublished draw no longer has the current entrants."""
    return row.published is None and row.players != set(load_draw_input(tournament).players)
