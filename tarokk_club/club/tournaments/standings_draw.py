"""A round by the standings: neighbours sit together, as far as they have not met before.

From the top, each table takes the next players. As long as somebody meets again, two players of
different tables change places where that helps; between changes that help alike, the one that
moves players least in the order. Who sits out has done so least often, the last of them first.
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
    improved,
    met_before,
    odd_before,
    shuffled,
    sizes_for,
)
from tarokk_club.club.tournaments.seat_turns import seats_by_turns

# Starts from other orders near the standings, as the first one may lead into a blind alley.
STARTS = 12
# One pair that meets again weighs more than a table of players from all over the order.
AGAIN = 100_000
# An odd table for somebody who sat at one before: as dear as a table of neighbours fifty apart.
ODD_AGAIN = 500


def draw_by_standings(
    order: Sequence[str],
    past: Past,
    rounds: Sequence[Tables],
    *,
    sizes: tuple[int, int],
    seed: str,
) -> DrawnSeats:
    """The tables of the next round; order: the players, the best one first; rounds: those before.

    >>> draw_by_standings("abcdefgh", Past({}, {}, {}), [], sizes=(4, 5), seed="x").tables
    (('b', 'c', 'd', 'a'), ('f', 'g', 'h', 'e'))
    """
    fewest, most = sizes
    found = sizes_for(len(order), fewest=fewest, most=most)
    # Of those who sat out least often, the last in the order do so now.
    place = {player: at for at, player in enumerate(order)}
    last_first = sorted(order, key=lambda player: (past.out.get(player, 0), -place[player]))
    out = tuple(last_first[: len(order) - sum(found)])
    here = [player for player in order if player not in out]
    best = _best(here, found, past, seed)
    (seats,) = seats_by_turns([best], rounds)
    return DrawnSeats(seats, out)


def _best(order: Sequence[str], sizes: Sequence[int], past: Past, seed: str) -> Tables:
    """The first start that leads to a round in which nobody meets again, else the best of all."""
    price = _price(order, past)
    best: Tables = ()
    for number in range(STARTS):
        start = _start(order, sizes, past, f"{seed} {number}", number)
        tables = improved(start, price, lambda table: met_before(table, past))
        if not best or sum(map(price, tables)) < sum(map(price, best)):
            best = tables
        if not any(met_before(table, past) for table in best):
            break
    return best


def _price(order: Sequence[str], past: Past) -> Price:
    """What a table costs: pairs that met before, then how far apart its players stand."""
    place = {player: at for at, player in enumerate(order)}

    def price(table: Sequence[str]) -> int:
        apart = sum(abs(place[one] - place[other]) for one, other in combinations(table, 2))
        return AGAIN * met_before(table, past) + ODD_AGAIN * odd_before(table, past) + apart

    return price


def _start(
    order: Sequence[str], sizes: Sequence[int], past: Past, seed: str, stir: int
) -> list[list[str]]:
    """Tables of neighbours; the further the start, the more the lot stirs their order. Odd tables
    stand where those sit who sat at one least.
    """
    lot = {player: at for at, player in enumerate(shuffled(order, seed))}
    near = {player: at + lot[player] * stir / STARTS / 2 for at, player in enumerate(order)}
    row = sorted(order, key=lambda player: (near[player], lot[player]))
    return _cut(row, sizes, past)


def _cut(row: Sequence[str], sizes: Sequence[int], past: Past) -> list[list[str]]:
    """The row in tables of these sizes."""
    found = [size for size in sizes if size == USUAL]
    for odd in (size for size in sizes if size != USUAL):
        ways = [[*found[:at], odd, *found[at:]] for at in range(len(found), -1, -1)]
        found = min(ways, key=lambda way: _unfair(row, way, past))
    return _taken(row, found)


def _unfair(row: Sequence[str], sizes: Sequence[int], past: Past) -> int:
    return sum(odd_before(table, past) for table in _taken(row, sizes))


def _taken(row: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    """The tables of these sizes, one after the other; who is left over stands nowhere."""
    players = iter(row)
    return [list(islice(players, size)) for size in sizes]
