"""Whose place in a result that stands a change of one of its tables would move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tarokk_club.club.models import Session, Tournament
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.session.queries.prescribed import is_locked
from tarokk_club.club.tournaments.queries.tournaments import Instead, tournament_standing


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
    return places_moved(tournament, Instead(points={session.id: points}))


def moved_by_bin(session: Session) -> tuple[PlaceMove, ...] | None:
    """The same where the session goes into the bin, or comes out of it."""
    if not is_locked(session):
        return None
    tournament = session.tournament_table.tournament
    sides = Instead(binned=session.id), Instead(points={session.id: {}})
    now, then = sides[::-1] if session.binned_at else sides
    return places_moved(tournament, then, now=now)


def places_moved(
    tournament: Tournament, then: Instead, *, now: Instead | None = None
) -> tuple[PlaceMove, ...]:
    """Whose places a change would move, in the order of then; now: what is not as it stands."""
    names = names_in(tournament.club_id)
    before, after = (_places(tournament, one, names) for one in (now, then))
    return tuple(
        PlaceMove(names[player], before.get(player), after.get(player))
        for player in {**after, **before}
        if before.get(player) != after.get(player)
    )


def _places(
    tournament: Tournament, instead: Instead | None, names: Mapping[str, str]
) -> dict[str, int | None]:
    rows = tournament_standing(tournament, names=names, instead=instead).results
    return {row.player_id: row.place for row in rows}
