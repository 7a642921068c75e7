"""The drawn rounds of a tournament, with the manual changes of their seats."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from tarokk_club.club.models import DrawnRound, SeatChange, Tournament, TournamentTable, User
from tarokk_club.club.tournaments.draw.manual_seat_changes import (
    ManualSeatChange,
    apply_seat_changes,
    compute_seats_fingerprint,
)
from tarokk_club.club.tournaments.draw.round_draw import DrawnSeats
from tarokk_club.club.tournaments.queries.counting_tables import load_counting_tables
from tarokk_club.club.writing.removed_players import find_removed_players


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """A manual change of seats, for pages and files.

    by: name of the person who changed the seats, "" for the operator.
    undone_by: name of the person who undid the change, "" if nobody did, or the operator did.
    """

    id: UUID
    change: ManualSeatChange
    by: str
    at: datetime
    undone: bool = False
    undone_by: str = ""


@dataclass(frozen=True, slots=True)
class DrawnRow:
    """A drawn round that was not taken back.

    draw: number of earlier draws of the round.
    kind: value of DrawKind, or "final" if rank decided.
    drawn: seats before all manual changes.
    changes: all manual changes, oldest first.
    by: name of the person who drew, "" for the operator.
    published: time of publication, None while only organisers and arbiters see the round.
    """

    id: UUID
    round: int
    draw: int
    kind: str
    seed: str
    drawn: DrawnSeats
    changes: tuple[ChangeRow, ...]
    by: str
    at: datetime
    published: datetime | None

    @property
    def active_changes(self) -> tuple[ChangeRow, ...]:
        """The manual changes that were not undone."""
        return tuple(change for change in self.changes if not change.undone)

    @property
    def seats(self) -> DrawnSeats:
        """The seats after all changes that were not undone."""
        return apply_seat_changes(self.drawn, [row.change for row in self.active_changes])

    @property
    def fingerprint(self) -> str:
        """A fingerprint that changes with the seats."""
        return compute_seats_fingerprint(self.round, self.seats)

    @property
    def players(self) -> set[str]:
        """The ids of all drawn players, without substitutes."""
        return {*self.drawn.out, *(player for row in self.drawn.tables for player in row)}


def load_drawn_rows(tournament: Tournament) -> tuple[DrawnRow, ...]:
    """Return the drawn rounds that were not taken back, in order.

    Takes three queries, up to two more for the authors of changes, and more for merged players.
    """
    rows = list(
        tournament.drawn_rounds.filter(dropped_at=None)
        .select_related("drawn_by")
        .prefetch_related("changes__made_by", "changes__undone_by")
        .order_by("round")
    )
    merged = _load_merged_players(tournament, rows)
    return tuple(_build_row(tournament, row, merged) for row in rows)


def load_drawn_players(
    tournament: Tournament, entrants: Collection[str]
) -> dict[int, tuple[str, ...]]:
    """Return the drawn entrants of each published round, by round number, in one query.

    entrants: ids of the players to include.
    """
    rows = tournament.drawn_rounds.filter(dropped_at=None, published_at__isnull=False)
    return {
        number: tuple(player for row in (*tables, out) for player in row if player in entrants)
        for number, tables, out in rows.values_list("round", "tables", "out")
    }


def load_published_draws(tournament: Tournament) -> tuple[DrawnRow, ...]:
    """Return the published rounds in order; takes the same queries as `load_drawn_rows`."""
    return tuple(row for row in load_drawn_rows(tournament) if row.published)


def load_unpublished_draw(tournament: Tournament) -> DrawnRound | None:
    """Return the drawn but unpublished round, None if there is none, in one query."""
    return tournament.drawn_rounds.filter(dropped_at=None, published_at=None).first()


def load_last_draw(tournament: Tournament) -> DrawnRound | None:
    """Return the latest drawn round, None if there is none, in one query."""
    return tournament.drawn_rounds.filter(dropped_at=None).order_by("-round").first()


def load_changeable_draw(tournament: Tournament) -> DrawnRow | None:
    """Return the last drawn round if its seats can still change, otherwise None.

    Seats can change before publication, and afterwards while no later round has begun.
    """
    rows = load_drawn_rows(tournament)
    if not rows:
        return None
    last = rows[-1]
    if last.published is None:
        return last
    return last if last.round == tournament.find_last_round() else None


def load_round_tables(tournament: Tournament, number: int) -> dict[int, TournamentTable]:
    """Return the tables of a round, by number."""
    return {
        table.number: table for table in load_counting_tables(tournament) if table.round == number
    }


def _build_row(
    tournament: Tournament, drawn_round: DrawnRound, merged: Mapping[str, str]
) -> DrawnRow:
    def find_remaining_id(player: object) -> str:
        return merged.get(str(player), str(player))

    drawn = DrawnSeats(
        tuple(tuple(find_remaining_id(player) for player in table) for table in drawn_round.tables),
        tuple(find_remaining_id(player) for player in drawn_round.out),
    )
    return DrawnRow(
        id=drawn_round.pk,
        round=drawn_round.round,
        draw=drawn_round.draw,
        kind=drawn_round.kind,
        seed=drawn_round.seed,
        drawn=drawn,
        changes=tuple(
            ChangeRow(
                id=change.pk,
                change=ManualSeatChange(
                    change.kind,
                    find_remaining_id(change.player),
                    find_remaining_id(change.other) if change.other else "",
                    change.table or 0,
                ),
                by=_get_person_name(change.made_by, tournament),
                at=change.made_at,
                undone=change.undone_at is not None,
                undone_by=_get_person_name(change.undone_by, tournament),
            )
            for change in drawn_round.changes.all()
        ),
        by=_get_person_name(drawn_round.drawn_by, tournament),
        at=drawn_round.drawn_at,
        published=drawn_round.published_at,
    )


def _get_person_name(user: User | None, tournament: Tournament) -> str:
    return user.find_name_in_club(tournament.club_id) if user else ""


def _load_merged_players(tournament: Tournament, rows: Sequence[DrawnRound]) -> Mapping[str, str]:
    """Return the id of the remaining player for each drawn player who was merged into another."""
    ids = {player for row in rows for table in [*row.tables, row.out] for player in table}
    ids |= {
        str(player)
        for row in rows
        for change in row.changes.all()
        for player in _list_players(change)
    }
    return find_removed_players(tournament.club_id, sorted(ids)).merged


def _list_players(change: SeatChange) -> list[UUID]:
    return [change.player, *([change.other] if change.other else [])]
