"""Whose place in a result that stands a change of one of its tables would move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tarokk_club.club.base.player_names import names_in
from tarokk_club.club.models import Session
from tarokk_club.club.session.queries.prescribed import is_locked
from tarokk_club.club.tournaments.queries.tournaments import Result, tournament_standing


@dataclass(frozen=True, slots=True)
class PlaceMove:
    """Somebody's place in a result that stands, before and after a change; None: not in it."""

    name: str
    before: int | None
    after: int | None


def moved_places(session: Session, points: Mapping[str, int]) -> tuple[PlaceMove, ...] | None:
    """Whose places would be others with these points at the session's table, in the order of then;
    None where no result stands yet.
    """
    if not is_locked(session):
        return None
    tournament = session.tournament_table.tournament
    names = names_in(tournament.club_id)
    now = tournament_standing(tournament, names=names)
    then = tournament_standing(tournament, names=names, instead={session.id: points})
    return _moved(now.results, then.results, names)


def moved_by_bin(session: Session) -> tuple[PlaceMove, ...] | None:
    """The same where the session goes into the bin, or comes out of it."""
    if not is_locked(session):
        return None
    tournament = session.tournament_table.tournament
    names = names_in(tournament.club_id)
    counted = tournament_standing(tournament, names=names, binned=session.id).results
    left_out = tournament_standing(tournament, names=names, instead={session.id: {}}).results
    sides = (left_out, counted) if session.binned_at else (counted, left_out)
    return _moved(*sides, names)


def _moved(
    now: tuple[Result, ...], then: tuple[Result, ...], names: Mapping[str, str]
) -> tuple[PlaceMove, ...]:
    before, after = ({row.player_id: row.place for row in rows} for rows in (now, then))
    return tuple(
        PlaceMove(names[player], before.get(player), after.get(player))
        for player in {**after, **before}
        if before.get(player) != after.get(player)
    )
