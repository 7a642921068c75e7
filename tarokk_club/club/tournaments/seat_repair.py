"""Repair of the seats of rounds that are drawn after earlier rounds, where the tables prevent even
turns.

At a table of four players who have all dealt, one deals again although others have not dealt
yet. Two players of a round then swap places if no pair meets again more often for it, as long as
that makes the turns more even.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tarokk_club.club.tournaments.round_search import Manner
from tarokk_club.club.tournaments.seat_turns import Tables, counted_turns, seats_by_turns

# The first seat leads the first hand, the last one deals it.
SEATS = (0, -1)


def repaired_seats(
    rounds: Sequence[Tables],
    past: Sequence[Tables],
    *,
    cost: Callable[[Sequence[Tables]], int],
    random: Random,
    manner: Manner,
) -> list[Tables]:
    """Return the tables in the order of their seats.

    cost: the cost of repeated meetings in such rounds.
    manner: how many swaps to try, and where.
    """
    best = seats_by_turns(rounds, past)
    uneven, limit = unevenness(best, past), cost(rounds) if past else 0
    for _try in range(manner.repairs if past else 0):
        if not uneven:
            break
        changed = _swap_at_random(best, past, random, manner)
        if changed is None or cost(changed) > limit:
            continue
        seats = seats_by_turns(changed, past)
        found = unevenness(seats, past)
        if found <= uneven:
            best, uneven = seats, found
    return best


def unevenness(rounds: Sequence[Tables], past: Sequence[Tables]) -> int:
    """Return by how much turns at the two seats differ beyond 1, 0 if they are even."""
    return sum(sum(_beyond(rounds, past, seat).values()) for seat in SEATS)


def _beyond(rounds: Sequence[Tables], past: Sequence[Tables], seat: int) -> dict[str, int]:
    """Return the players who have the seat too often, and by how much."""
    had = _turns(rounds, past, seat)
    least = min(had.values(), default=0)
    return {player: count - least - 1 for player, count in had.items() if count > least + 1}


def _turns(rounds: Sequence[Tables], past: Sequence[Tables], seat: int) -> dict[str, int]:
    """Return how often each player of these rounds has had the seat after them."""
    present = {player for tables in rounds for table in tables for player in table}
    had = counted_turns(past, seat, present)
    had.update(table[seat] for tables in rounds for table in tables)
    return {player: had[player] for player in present}


def _swap_at_random(
    rounds: Sequence[Tables], past: Sequence[Tables], random: Random, manner: Manner
) -> list[Tables] | None:
    """Return the rounds after a random swap with a table where a player has a seat too often.

    Half of the swaps are with a table of a player who has it least often, if the manner says so.
    Returns None if there is no such player, or no other table of the same size in the round.
    """
    seat = SEATS[int(random.random() * 2)]
    had = _turns(rounds, past, seat)
    least = min(had.values(), default=0)
    uneven = any(count > least + 1 for count in had.values())
    helps = uneven and manner.helps_last and random.random() < 0.5

    def is_place(table: Sequence[str]) -> bool:
        if helps:
            return any(had[player] == least for player in table)
        return had[table[seat]] > least + 1

    places = [
        (number, at)
        for number, tables in enumerate(rounds)
        for at, table in enumerate(tables)
        if is_place(table)
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
