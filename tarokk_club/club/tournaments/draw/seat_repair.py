"""Swaps of players in drawn rounds, so that all players deal and lead equally often.

At a table of four players who have all dealt, a player must deal again although players at other
tables have not dealt yet. Two players of a round then swap places if the turns become more equal
and repeated meetings do not cost more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from tarokk_club.club.tournaments.draw.round_search import SearchWeights
from tarokk_club.club.tournaments.draw.seat_turns import Tables, count_turns, order_seats_by_turns

# Indexes of the seats that matter: the first seat leads the first hand, the last deals it.
SEATS = (0, -1)


def repair_seats(
    rounds: Sequence[Tables],
    past: Sequence[Tables],
    *,
    cost: Callable[[Sequence[Tables]], int],
    random: Random,
    weights: SearchWeights,
) -> list[Tables]:
    """Return the rounds with players swapped so that all deal and lead more equally often.

    rounds: tables of the drawn rounds.
    past: tables of the earlier rounds; without any, players only change seats at their tables.
    cost: function for the cost of repeated meetings in the rounds.
    weights: weights that set how many swaps to try, and where.
    """
    best = order_seats_by_turns(rounds, past)
    uneven, limit = measure_unevenness(best, past), cost(rounds) if past else 0
    for _try in range(weights.repairs if past else 0):
        if not uneven:
            break
        changed = _swap_at_random(best, past, random, weights)
        if changed is None or cost(changed) > limit:
            continue
        seats = order_seats_by_turns(changed, past)
        remaining = measure_unevenness(seats, past)
        if remaining <= uneven:
            best, uneven = seats, remaining
    return best


def measure_unevenness(rounds: Sequence[Tables], past: Sequence[Tables]) -> int:
    """Return the total of excess turns, 0 if nobody is more than one turn ahead."""
    return sum(sum(_find_players_ahead(rounds, past, seat).values()) for seat in SEATS)


def _find_players_ahead(
    rounds: Sequence[Tables], past: Sequence[Tables], seat: int
) -> dict[str, int]:
    """Return the excess turns at this seat, by player, of those more than one turn ahead."""
    had = _count_turns_after(rounds, past, seat)
    least = min(had.values(), default=0)
    return {player: count - least - 1 for player, count in had.items() if count > least + 1}


def _count_turns_after(
    rounds: Sequence[Tables], past: Sequence[Tables], seat: int
) -> dict[str, int]:
    """Return the number of turns of each player at the seat, including these rounds."""
    present = {player for tables in rounds for table in tables for player in table}
    had = count_turns(past, seat, present)
    had.update(table[seat] for tables in rounds for table in tables)
    return {player: had[player] for player in present}


def _swap_at_random(
    rounds: Sequence[Tables], past: Sequence[Tables], random: Random, weights: SearchWeights
) -> list[Tables] | None:
    """Return the rounds after a random swap at a table whose dealer or leader had too many turns.

    With `weights.helps_last`, half of the swaps are at a table of a player with the fewest turns.
    Return None if there is no such table, or no other table of the same size in the round.
    """
    seat = SEATS[int(random.random() * 2)]
    had = _count_turns_after(rounds, past, seat)
    least = min(had.values(), default=0)
    uneven = any(count > least + 1 for count in had.values())
    helps = uneven and weights.helps_last and random.random() < 0.5

    def is_candidate(table: Sequence[str]) -> bool:
        if helps:
            return any(had[player] == least for player in table)
        return had[table[seat]] > least + 1

    places = [
        (number, at)
        for number, tables in enumerate(rounds)
        for at, table in enumerate(tables)
        if is_candidate(table)
    ]
    if not places:
        return None
    number, first_table = places[int(random.random() * len(places))]
    tables = [list(table) for table in rounds[number]]
    alike = [
        at
        for at, table in enumerate(tables)
        if at != first_table and len(table) == len(tables[first_table])
    ]
    if not alike:
        return None
    second_table = alike[int(random.random() * len(alike))]
    first_seat, second_seat = (
        int(random.random() * len(tables[first_table])) for _side in range(2)
    )
    tables[first_table][first_seat], tables[second_table][second_seat] = (
        tables[second_table][second_seat],
        tables[first_table][first_seat],
    )
    return [*rounds[:number], tuple(map(tuple, tables)), *rounds[number + 1 :]]
