"""The Swiss draw of a round: neighbours in the standings sit together, unless they have met.

Tables are filled from the top of the standings. While some pair meets again, players of different
tables swap places; among equally good swaps, the one over the shortest distance in the standings
is chosen.

Players who have sat out least often sit out, the lowest in the standings first.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tarokk_club.club.tournaments.draw.round_draw import (
    USUAL,
    DrawnSeats,
    PastRounds,
    TableCost,
    Tables,
    choose_table_sizes,
    compute_meeting_cost,
    count_earlier_odd_tables,
    fill_tables,
    shuffle_by_seed,
    swap_until_best,
)
from tarokk_club.club.tournaments.draw.seat_turns import order_seats_by_turns

# The number of slightly shuffled starts, because swaps from one start may reach a dead end.
STARTS = 12
# A repeated meeting costs more than any distance between the players of a table.
AGAIN = 100_000
# A repeated odd table costs a player as much as a distance of 500 places in the standings.
ODD_AGAIN = 500


def draw_by_standings(
    order: Sequence[str],
    past: PastRounds,
    rounds: Sequence[Tables],
    *,
    sizes: tuple[int, int],
    seed: str,
) -> DrawnSeats:
    """Return the Swiss draw of the next round.

    order: player ids, best first.
    past: how often these players have met, sat at odd tables and sat out.
    rounds: tables of the earlier rounds.
    sizes: fewest and most players at a table.

    >>> draw_by_standings("abcdefgh", PastRounds({}, {}, {}), [], sizes=(4, 5), seed="x").tables
    (('b', 'c', 'd', 'a'), ('f', 'g', 'h', 'e'))
    """
    fewest, most = sizes
    table_sizes = choose_table_sizes(len(order), fewest=fewest, most=most)
    # The players who have sat out least often sit out now, the lowest in the order first.
    place = {player: at for at, player in enumerate(order)}
    last_first = sorted(order, key=lambda player: (past.out.get(player, 0), -place[player]))
    out = tuple(last_first[: len(order) - sum(table_sizes)])
    seated = [player for player in order if player not in out]
    best = _find_best_tables(seated, table_sizes, past, seed)
    (seats,) = order_seats_by_turns([best], rounds)
    return DrawnSeats(seats, out)


def _find_best_tables(
    order: Sequence[str], sizes: Sequence[int], past: PastRounds, seed: str
) -> Tables:
    """Return the best tables that swaps reach from several starts near this order."""
    cost = _build_cost_function(order, past)
    best: Tables = ()
    for number in range(STARTS):
        start = _build_starting_tables(order, sizes, past, f"{seed} {number}", number)
        tables = swap_until_best(start, cost, lambda table: compute_meeting_cost(table, past))
        if not best or sum(map(cost, tables)) < sum(map(cost, best)):
            best = tables
        if not any(compute_meeting_cost(table, past) for table in best):
            break
    return best


def _build_cost_function(order: Sequence[str], past: PastRounds) -> TableCost:
    """Return a function for the cost of a table: repeated meetings, odd tables and distances."""
    place = {player: at for at, player in enumerate(order)}

    def compute_table_cost(table: Sequence[str]) -> int:
        apart = sum(abs(place[first] - place[second]) for first, second in combinations(table, 2))
        return (
            AGAIN * compute_meeting_cost(table, past)
            + ODD_AGAIN * count_earlier_odd_tables(table, past)
            + apart
        )

    return compute_table_cost


def _build_starting_tables(
    order: Sequence[str], sizes: Sequence[int], past: PastRounds, seed: str, stir: int
) -> list[list[str]]:
    """Return tables of neighbours in the standings, shuffled more with each start.

    stir: number of the start, 0 for the exact order.
    """
    lot = {player: at for at, player in enumerate(shuffle_by_seed(order, seed))}
    near = {player: at + lot[player] * stir / STARTS / 2 for at, player in enumerate(order)}
    row = sorted(order, key=lambda player: (near[player], lot[player]))
    return _cut_into_tables(row, sizes, past)


def _cut_into_tables(row: Sequence[str], sizes: Sequence[int], past: PastRounds) -> list[list[str]]:
    """Split the ordered players into tables.

    Tables of an unusual size are placed where the players have sat at such tables least often.
    """
    ordered = [size for size in sizes if size == USUAL]
    for odd in (size for size in sizes if size != USUAL):
        orders = [[*ordered[:at], odd, *ordered[at:]] for at in range(len(ordered), -1, -1)]
        ordered = min(
            orders, key=lambda sizes_in_order: _count_repeated_odd_tables(row, sizes_in_order, past)
        )
    return fill_tables(row, ordered)


def _count_repeated_odd_tables(row: Sequence[str], sizes: Sequence[int], past: PastRounds) -> int:
    return sum(count_earlier_odd_tables(table, past) for table in fill_tables(row, sizes))
