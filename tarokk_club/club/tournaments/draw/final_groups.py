"""The final of a tournament: tables by rank, and the seats of its later rounds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from tarokk_club.club.tournaments.draw.round_draw import (
    USUAL,
    DrawnSeats,
    Tables,
    choose_table_sizes,
)
from tarokk_club.club.tournaments.draw.seat_turns import order_seats_by_turns


def seat_by_rank(order: Sequence[str], *, sizes: tuple[int, int]) -> DrawnSeats:
    """Return the seats of the first round of a final, filling one table after the other by rank.

    Tables that do not have four seats come last, and players left over sit out.

    order: player ids, best first.
    sizes: fewest and most players at a table.

    >>> [len(table) for table in seat_by_rank("abcdefghijklm", sizes=(4, 5)).tables]
    [4, 4, 5]
    """
    table_sizes = choose_table_sizes(len(order), fewest=sizes[0], most=sizes[1])
    players = iter(order)
    usual_first = sorted(table_sizes, key=lambda size: size != USUAL)
    tables = tuple(tuple(islice(players, size)) for size in usual_first)
    return DrawnSeats(tables, tuple(players))


def draw_final_round(
    groups: Tables, present: Sequence[str], past: Sequence[Tables], *, fewest: int
) -> DrawnSeats:
    """Return the seats of a later round of the final: the groups stay together, and seats rotate.

    A group too small for a table sits out.

    groups: tables of the first round of the final.
    past: tables of all earlier rounds.
    fewest: fewest players at a table.
    """
    present_groups = [tuple(player for player in group if player in present) for group in groups]
    tables = tuple(group for group in present_groups if len(group) >= fewest)
    seated = {player for table in tables for player in table}
    (seats,) = order_seats_by_turns([tables], past)
    return DrawnSeats(seats, tuple(player for player in present if player not in seated))


def compute_place_spans(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Return the first and the last place that each table of a final can reach.

    sizes: number of players at each table, top table first.

    >>> compute_place_spans([4, 4, 5])
    [(1, 4), (5, 8), (9, 13)]
    """
    spans, first = [], 1
    for size in sizes:
        spans.append((first, first + size - 1))
        first += size
    return spans
