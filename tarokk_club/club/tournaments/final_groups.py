"""The final of a tournament: its tables by rank and their later rounds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from tarokk_club.club.tournaments.seat_draw import USUAL, DrawnSeats, Tables, sizes_for
from tarokk_club.club.tournaments.seat_turns import seats_by_turns


def tables_by_rank(order: Sequence[str], *, sizes: tuple[int, int]) -> DrawnSeats:
    """Return the players seated in their order, table after table.

    Tables of an unusual size come last, and players who find no seat sit out.

    >>> [len(table) for table in tables_by_rank("abcdefghijklm", sizes=(4, 5)).tables]
    [4, 4, 5]
    """
    found = sizes_for(len(order), fewest=sizes[0], most=sizes[1])
    players = iter(order)
    usual_first = sorted(found, key=lambda size: size != USUAL)
    tables = tuple(tuple(islice(players, size)) for size in usual_first)
    return DrawnSeats(tables, tuple(players))


def final_round(
    groups: Tables, present: Sequence[str], past: Sequence[Tables], *, fewest: int
) -> DrawnSeats:
    """Return the seats of a later round of a final, in which each group plays on by itself and
    seats rotate.

    If a group no longer fills a table, its remaining players sit out.
    """
    here = [tuple(one for one in group if one in present) for group in groups]
    tables = tuple(group for group in here if len(group) >= fewest)
    seated = {player for table in tables for player in table}
    (seats,) = seats_by_turns([tables], past)
    return DrawnSeats(seats, tuple(player for player in present if player not in seated))


def final_places(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and the last place that each table of a final plays for.

    >>> final_places([4, 4, 5])
    [(1, 4), (5, 8), (9, 13)]
    """
    found, first = [], 1
    for size in sizes:
        found.append((first, first + size - 1))
        first += size
    return found
