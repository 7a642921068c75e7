"""The draw of a round by the standings: neighbours sit together, unless they have met before.

From the top, each table takes the next players. As long as a pair meets again, two players of
different tables swap places where that helps. If several swaps help equally, the one that moves
players least in the order is chosen.

Those who have sat out least often sit out, the lowest in the order first.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice

from tarokk_club.club.tournaments.seat_draw import (
    USUAL,
    DrawnSeats,
    Past,
    Price,
    Tables,
    met_before,
    odd_before,
    shuffled,
    sizes_for,
    swap_until_best,
)
from tarokk_club.club.tournaments.seat_turns import seats_by_turns

# The number of starts from orders near the standings, as the first may be a dead end.
STARTS = 12
# A repeated meeting costs more than a table of players from all over the order.
AGAIN = 100_000
# A second odd table for a player costs as much as a table of players fifty places apart.
ODD_AGAIN = 500


def draw_by_standings(
    order: Sequence[str],
    past: Past,
    rounds: Sequence[Tables],
    *,
    sizes: tuple[int, int],
    seed: str,
) -> DrawnSeats:
    """Return the draw of the next round.

    order: player ids, best first.
    rounds: tables of the earlier rounds.

    >>> draw_by_standings("abcdefgh", Past({}, {}, {}), [], sizes=(4, 5), seed="x").tables
    (('b', 'c', 'd', 'a'), ('f', 'g', 'h', 'e'))
    """
    fewest, most = sizes
    found = sizes_for(len(order), fewest=fewest, most=most)
    # Of the players who have sat out least often, the lowest in the order sit out now.
    place = {player: at for at, player in enumerate(order)}
    last_first = sorted(order, key=lambda player: (past.out.get(player, 0), -place[player]))
    out = tuple(last_first[: len(order) - sum(found)])
    here = [player for player in order if player not in out]
    best = _best(here, found, past, seed)
    (seats,) = seats_by_turns([best], rounds)
    return DrawnSeats(seats, out)


def _best(order: Sequence[str], sizes: Sequence[int], past: Past, seed: str) -> Tables:
    """Return the first tables found in which no pair meets again, else the best of all starts."""
    price = _price(order, past)
    best: Tables = ()
    for number in range(STARTS):
        start = _start(order, sizes, past, f"{seed} {number}", number)
        tables = swap_until_best(start, price, lambda table: met_before(table, past))
        if not best or sum(map(price, tables)) < sum(map(price, best)):
            best = tables
        if not any(met_before(table, past) for table in best):
            break
    return best


def _price(order: Sequence[str], past: Past) -> Price:
    """Return a function for the cost of a table: repeated meetings first, then the distance of its
    players in the order.
    """
    place = {player: at for at, player in enumerate(order)}

    def price(table: Sequence[str]) -> int:
        apart = sum(abs(place[one] - place[other]) for one, other in combinations(table, 2))
        return AGAIN * met_before(table, past) + ODD_AGAIN * odd_before(table, past) + apart

    return price


def _start(
    order: Sequence[str], sizes: Sequence[int], past: Past, seed: str, stir: int
) -> list[list[str]]:
    """Return tables of neighbours, in an order shuffled more with each further start.

    Odd tables are put where players have sat at odd tables least.
    """
    lot = {player: at for at, player in enumerate(shuffled(order, seed))}
    near = {player: at + lot[player] * stir / STARTS / 2 for at, player in enumerate(order)}
    row = sorted(order, key=lambda player: (near[player], lot[player]))
    return _cut(row, sizes, past)


def _cut(row: Sequence[str], sizes: Sequence[int], past: Past) -> list[list[str]]:
    """Return the row cut into tables of these sizes."""
    found = [size for size in sizes if size == USUAL]
    for odd in (size for size in sizes if size != USUAL):
        ways = [[*found[:at], odd, *found[at:]] for at in range(len(found), -1, -1)]
        found = min(ways, key=lambda way: _unfair(row, way, past))
    return _fill_tables(row, found)


def _unfair(row: Sequence[str], sizes: Sequence[int], past: Past) -> int:
    return sum(odd_before(table, past) for table in _fill_tables(row, sizes))


def _fill_tables(row: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    """Return tables of these sizes, filled one after the other; players left over are in none of
    them.
    """
    players = iter(row)
    return [list(islice(players, size)) for size in sizes]
