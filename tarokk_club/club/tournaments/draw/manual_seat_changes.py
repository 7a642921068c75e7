"""Manual changes of the seats of a drawn round: swaps, fixed tables and substitutes.

All functions are pure: the same draw and the same changes give the same seats.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations

from tarokk_club.club.tournaments.draw.round_draw import DrawnSeats, Tables
from tarokk_club.club.values.draws import SeatChangeKind
from tarokk_club.club.values.ids import compute_digest


@dataclass(frozen=True, slots=True)
class ManualSeatChange:
    """A manual change to the seats of a round.

    player, other: ids of the two who swap, or of the absent player and the substitute.
    table: number of the fixed table, 0 for the other kinds.
    """

    kind: str
    player: str
    other: str = ""
    table: int = 0


@dataclass(frozen=True, slots=True)
class FixedTables:
    """The changes that put players at their fixed tables.

    applied: changes that the draw allows.
    missed: changes that are impossible, or that another fixed table rules out.
    """

    applied: tuple[ManualSeatChange, ...] = ()
    missed: tuple[ManualSeatChange, ...] = ()


NO_FIXES = FixedTables()


@dataclass(frozen=True, slots=True)
class Move:
    """A player whose table or seat changes.

    before, after: table and seat, numbered from 1; (0, 0) if the player sits out.
    """

    player: str
    before: tuple[int, int]
    after: tuple[int, int]


def apply_seat_change(seats: DrawnSeats, change: ManualSeatChange) -> DrawnSeats | None:
    """Return the seats after the change, None if the change is impossible.

    >>> seats = DrawnSeats((("a", "b", "c"), ("d", "e", "f")), ("g",))
    >>> apply_seat_change(seats, ManualSeatChange("swap", "a", "e")).tables
    (('e', 'b', 'c'), ('d', 'a', 'f'))
    >>> apply_seat_change(seats, ManualSeatChange("table", "d", table=1)).tables
    (('d', 'e', 'f'), ('a', 'b', 'c'))
    >>> apply_seat_change(seats, ManualSeatChange("substitute", "a", "x")).out
    ('g', 'a')
    """
    table = find_table_number(seats, change.player)
    if change.kind == SeatChangeKind.TABLE:
        return _renumber_table(seats, table, change.table)
    other_table = find_table_number(seats, change.other)
    if change.player == change.other or not change.other or not table:
        return None
    if change.kind == SeatChangeKind.SWAP:
        return _swap_players(seats, change.player, change.other) if other_table else None
    if other_table:
        return None
    swapped = _swap_players(seats, change.player, change.other)
    out = [player for player in seats.out if player != change.other]
    return DrawnSeats(swapped.tables, (*out, change.player))


def apply_seat_changes(seats: DrawnSeats, changes: Iterable[ManualSeatChange]) -> DrawnSeats:
    """Return the seats after all these changes, skipping impossible ones."""
    for change in changes:
        seats = apply_seat_change(seats, change) or seats
    return seats


def plan_fixed_tables(seats: DrawnSeats, fixed: Mapping[str, int]) -> FixedTables:
    """Return the changes that put these players at their fixed tables, and the impossible ones.

    Tables are only renumbered, so every table keeps its players.
    fixed: number of the fixed table, by player.

    >>> seats = DrawnSeats((("a", "b"), ("c", "d")), ())
    >>> fixes = plan_fixed_tables(seats, {"d": 1, "c": 2})
    >>> [one.player for one in fixes.applied], [one.player for one in fixes.missed]
    (['d'], ['c'])
    """
    applied: list[ManualSeatChange] = []
    missed: list[ManualSeatChange] = []
    placed: set[int] = set()
    for player, number in sorted(fixed.items(), key=lambda item: (item[1], item[0])):
        change = ManualSeatChange(SeatChangeKind.TABLE, player, table=number)
        current_table = find_table_number(seats, player)
        after = apply_seat_change(seats, change) if current_table not in placed else None
        if after is None:
            missed.append(change)
            continue
        placed.add(number)
        applied.append(change)
        seats = after
    return FixedTables(tuple(applied), tuple(missed))


def find_table_number(seats: DrawnSeats, player: str) -> int:
    """Return the number of the player's table, 0 if the player sits out."""
    return next((at for at, row in enumerate(seats.tables, start=1) if player in row), 0)


def compute_seats_fingerprint(number: int, seats: DrawnSeats) -> str:
    """Return a fingerprint that changes with the seats of the round.

    number: number of the round, because a later round may have the same seats.
    """
    return f"{number}.{compute_digest(seats)[:16]}"


def list_moves(before: DrawnSeats, after: DrawnSeats) -> tuple[Move, ...]:
    """Return a move for each player whose table or seat differs, in the order of the old seats.

    >>> seats = DrawnSeats((("a", "b"),), ("c",))
    >>> [one.player for one in list_moves(seats, DrawnSeats((("a", "c"),), ("b",)))]
    ['b', 'c']
    """
    old, new = _build_place_map(before), _build_place_map(after)
    everybody = dict.fromkeys([*old, *new])
    return tuple(
        Move(player, old.get(player, (0, 0)), new.get(player, (0, 0)))
        for player in everybody
        if old.get(player, (0, 0)) != new.get(player, (0, 0))
    )


def find_repeat_meetings(
    tables: Tables, met: Mapping[tuple[str, str], int]
) -> dict[tuple[str, str], int]:
    """Return the number of past meetings, by pair, for pairs who meet again at these tables.

    >>> find_repeat_meetings((("a", "b", "c"),), {("a", "c"): 2})
    {('a', 'c'): 2}
    """
    pairs = [pair for table in tables for pair in combinations(sorted(table), 2)]
    return {pair: met[pair] for pair in pairs if met.get(pair)}


def find_changed_tables(before: DrawnSeats, after: DrawnSeats) -> tuple[int, ...]:
    """Return the numbers of the tables whose seats differ."""
    rows = zip(before.tables, after.tables, strict=True)
    return tuple(at for at, (old, new) in enumerate(rows, start=1) if old != new)


def _build_place_map(seats: DrawnSeats) -> dict[str, tuple[int, int]]:
    return {
        player: (number, seat)
        for number, row in enumerate(seats.tables, start=1)
        for seat, player in enumerate(row, start=1)
    } | dict.fromkeys(seats.out, (0, 0))


def _swap_players(seats: DrawnSeats, first: str, second: str) -> DrawnSeats:
    replacement = {first: second, second: first}
    tables = tuple(tuple(replacement.get(player, player) for player in row) for row in seats.tables)
    return DrawnSeats(tables, seats.out)


def _renumber_table(seats: DrawnSeats, table: int, number: int) -> DrawnSeats | None:
    if not table or not 1 <= number <= len(seats.tables):
        return None
    rows = list(seats.tables)
    rows[table - 1], rows[number - 1] = rows[number - 1], rows[table - 1]
    return DrawnSeats(tuple(rows), seats.out)
