"""The seats of rounds that are drawn with others before them, where the tables stand in the way.

At a table of four who have all dealt somebody deals a second time, though others have not dealt at
all. Then two players of a round change places, if no pair meets again more often for it, as long as
that brings the turns nearer to each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tarokk_club.club.tournaments.seat_turns import Tables, counted_turns, seats_by_turns

TRIES = 240
# First and last seat: who leads and who deals the first hand.
SEATS = (0, -1)


def repaired_seats(
    rounds: Sequence[Tables],
    past: Sequence[Tables],
    *,
    cost: Callable[[Sequence[Tables]], int],
    random: Random,
) -> list[Tables]:
    """The tables in the order of their seats; cost: what meeting again costs in such rounds."""
    best = seats_by_turns(rounds, past)
    uneven, limit = unevenness(best, past), cost(rounds) if past else 0
    for _try in range(TRIES if past else 0):
        if not uneven:
            break
        changed = _changed(best, past, random)
        if changed is None or cost(changed) > limit:
            continue
        seats = seats_by_turns(changed, past)
        found = unevenness(seats, past)
        if found <= uneven:
            best, uneven = seats, found
    return best


def unevenness(rounds: Sequence[Tables], past: Sequence[Tables]) -> int:
    """By how much turns at the two seats differ by more than one; 0 where all is even."""
    return sum(sum(_beyond(rounds, past, seat).values()) for seat in SEATS)


def _beyond(rounds: Sequence[Tables], past: Sequence[Tables], seat: int) -> dict[str, int]:
    """Who has the seat too often, and by how much."""
    present = {player for tables in rounds for table in tables for player in table}
    had = counted_turns(past, seat, present)
    had.update(table[seat] for tables in rounds for table in tables)
    least = min((had[player] for player in present), default=0)
    return {player: had[player] - least - 1 for player in present if had[player] > least + 1}


def _changed(
    rounds: Sequence[Tables], past: Sequence[Tables], random: Random
) -> list[Tables] | None:
    """The rounds with somebody who has a seat too often at another table of a round; None where
    nobody has.
    """
    seat = SEATS[int(random.random() * 2)]
    often = _beyond(rounds, past, seat)
    places = [
        (number, at)
        for number, tables in enumerate(rounds)
        for at, table in enumerate(tables)
        if table[seat] in often
    ]
    if not places:
        return None
    number, here = places[int(random.random() * len(places))]
    tables = [list(table) for table in rounds[number]]
    alike = [
        at for at, table in enumerate(tables) if at != here and len(table) == len(tables[here])
    ]
    if not alike:
        return None
    there = alike[int(random.random() * len(alike))]
    mine, other = (int(random.random() * len(tables[here])) for _side in range(2))
    tables[here][mine], tables[there][other] = tables[there][other], tables[here][mine]
    return [*rounds[:number], tuple(map(tuple, tables)), *rounds[number + 1 :]]
