"""The places in a final result that a correction would change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tarokk_club.club.models import Session, Tournament
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.session.queries.sessions.final_results import has_final_round_result
from tarokk_club.club.tournaments.queries.standing import StandingChange, load_standing


@dataclass(frozen=True, slots=True)
class PlaceMove:
    """A player's place in a final result before and after a change.

    before, after: place, None if the player is not in the result.
    """

    name: str
    before: int | None
    after: int | None


def preview_points_change(
    session: Session, points: Mapping[str, int]
) -> tuple[PlaceMove, ...] | None:
    """Return the places that these points of the session would change, in the new order.

    Return None if the result is not final yet.

    points: points by player id.
    """
    if not has_final_round_result(session):
        return None
    tournament = session.tournament_table.tournament
    return compare_places(tournament, StandingChange(points={session.id: points}))


def preview_bin_change(session: Session) -> tuple[PlaceMove, ...] | None:
    """Return the places that would change if the session were binned, or restored from the bin.

    Return None if the result is not final yet.
    """
    if not has_final_round_result(session):
        return None
    tournament = session.tournament_table.tournament
    sides = StandingChange(binned=session.id), StandingChange(points={session.id: {}})
    now, then = sides[::-1] if session.binned_at else sides
    return compare_places(tournament, then, now=now)


def compare_places(
    tournament: Tournament, then: StandingChange, *, now: StandingChange | None = None
) -> tuple[PlaceMove, ...]:
    """Return the places that differ between two states of the tournament, in the new order.

    then: differences of the changed state from the stored one.
    now: differences of the current state from the stored one, None if there are none.
    """
    names = load_names(tournament.club_id)
    before, after = (_compute_places(tournament, state, names) for state in (now, then))
    return tuple(
        PlaceMove(names[player], before.get(player), after.get(player))
        for player in {**after, **before}
        if before.get(player) != after.get(player)
    )


def _compute_places(
    tournament: Tournament, instead: StandingChange | None, names: Mapping[str, str]
) -> dict[str, int | None]:
    rows = load_standing(tournament, names=names, instead=instead).results
    return {row.player_id: row.place for row in rows}
