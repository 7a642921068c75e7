"""The draw of the tables of one round, which spreads opponents evenly.

The draw is a pure function: the same seed, players and past rounds give the same tables. As many
players as possible get a seat, and those who have sat out least often sit out.

From several shuffled starts, players of different tables swap places while that lowers the cost,
and the cheapest round is taken. A pair that has met n times costs n squared.

An odd table has other than four seats. If meetings cost the same, players who have already sat at
an odd table sit at a table of four.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, combinations_with_replacement, islice

USUAL = 4
STARTS = 12
# A repeated meeting costs more than all odd tables of a tournament together.
MEETING = 10_000
Tables = tuple[tuple[str, ...], ...]
TableCost = Callable[[Sequence[str]], int]


@dataclass(frozen=True, slots=True)
class PastRounds:
    """Counts of past meetings, of rounds at odd tables and of rounds sat out.

    met: number of meetings by pair; the ids of a pair are sorted.
    odd: number of rounds at an odd table, by player.
    out: number of rounds sat out, by player.
    """

    met: Mapping[tuple[str, str], int]
    odd: Mapping[str, int]
    out: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class DrawnSeats:
    """The seats of one round.

    tables: players of each table in the order of its seats.
    out: players who sit out.
    """

    tables: Tables
    out: tuple[str, ...]


def summarize_past_rounds(
    rounds: Iterable[Collection[Collection[str]]], players: Collection[str]
) -> PastRounds:
    """Return counts of past meetings and odd tables, and of the rounds that these players sat out.

    rounds: tables of each round.

    >>> summarize_past_rounds([[("b", "a", "c")]], ["a", "b", "c", "d"]).out
    Counter({'d': 1})
    """
    met: Counter[tuple[str, str]] = Counter()
    odd: Counter[str] = Counter()
    out: Counter[str] = Counter()
    for tables in rounds:
        seated = {player for table in tables for player in table}
        out.update(player for player in players if player not in seated)
        for table in tables:
            met.update(combinations(sorted(table), 2))
            odd.update(table if len(table) != USUAL else ())
    return PastRounds(met, odd, out)


def choose_table_sizes(count: int, *, fewest: int, most: int) -> tuple[int, ...]:
    """Return the table sizes that seat the most players, preferring tables of four.

    >>> choose_table_sizes(13, fewest=4, most=5), choose_table_sizes(11, fewest=4, most=5)
    ((4, 4, 5), (5, 5))
    >>> choose_table_sizes(10, fewest=3, most=4), choose_table_sizes(2, fewest=3, most=4)
    ((3, 3, 4), ())
    """
    best: tuple[int, ...] = ()
    for number in range(1, count // fewest + 1):
        for sizes in _iter_size_combinations(number, fewest, most):
            if sum(sizes) <= count and _build_size_sort_key(sizes) > _build_size_sort_key(best):
                best = sizes
    return best


def _iter_size_combinations(number: int, fewest: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield every combination of sizes for this number of tables."""
    yield from combinations_with_replacement(range(fewest, most + 1), number)


def _build_size_sort_key(sizes: tuple[int, ...]) -> tuple[int, int, int]:
    """Return a sort key that prefers more seats, then more tables of four, then fewer tables."""
    return sum(sizes), sizes.count(USUAL), -len(sizes)


def draw_by_lot(
    players: Collection[str], past: PastRounds, *, fewest: int, most: int, seed: str
) -> DrawnSeats:
    """Draw the next round by lot; the same arguments always give the same draw.

    past: past rounds of these players.
    fewest, most: fewest and most players at a table.

    >>> none = PastRounds({}, {}, {})
    >>> seating = draw_by_lot("abcdefgh", none, fewest=4, most=5, seed="x")
    >>> sorted(map(len, seating.tables)), seating.out
    ([4, 4], ())
    """
    sizes = choose_table_sizes(len(players), fewest=fewest, most=most)
    by_lot = shuffle_by_seed(players, seed)
    # The players at the end, who have sat out least often, sit out now; the lot breaks ties.
    order = sorted(by_lot, key=lambda player: -past.out.get(player, 0))
    seated, out = order[: sum(sizes)], order[sum(sizes) :]

    def compute_table_cost(table: Collection[str]) -> int:
        return _compute_table_cost(table, past)

    starts = (
        fill_tables(shuffle_by_seed(seated, f"{seed} {start}"), sizes) for start in range(STARTS)
    )
    rounds = (swap_until_best(tables, compute_table_cost, compute_table_cost) for tables in starts)
    best = min(rounds, key=lambda tables: compute_round_cost(tables, past), default=())
    mixed = tuple(tuple(shuffle_by_seed(table, f"{seed} seats")) for table in best)
    return DrawnSeats(mixed, tuple(out))


def compute_round_cost(tables: Iterable[Collection[str]], past: PastRounds) -> int:
    """Return the cost of repeated meetings and odd tables in a round."""
    return sum(_compute_table_cost(table, past) for table in tables)


def count_repeat_meetings(tables: Iterable[Collection[str]], past: PastRounds) -> int:
    """Return the number of pairs that meet again in the round."""
    return sum(pair in past.met for table in tables for pair in combinations(sorted(table), 2))


def compute_meeting_cost(table: Collection[str], past: PastRounds) -> int:
    """Return the cost of pairs at a table who have met before: n squared for n meetings."""
    return sum(past.met.get(pair, 0) ** 2 for pair in combinations(sorted(table), 2))


def count_earlier_odd_tables(table: Collection[str], past: PastRounds) -> int:
    """Return how often these players have sat at odd tables; 0 if their table has four seats."""
    return sum(past.odd.get(player, 0) for player in table) if len(table) != USUAL else 0


def _compute_table_cost(table: Collection[str], past: PastRounds) -> int:
    return MEETING * compute_meeting_cost(table, past) + count_earlier_odd_tables(table, past)


def swap_until_best(tables: list[list[str]], cost: TableCost, trouble: TableCost) -> Tables:
    """Swap players until no swap lowers the cost, and return the tables.

    Each step makes the swap that lowers the cost most.

    tables: players of each table, changed in place.
    cost: function for the cost of a table.
    trouble: function that returns 0 for a good table; two good tables do not swap players.
    """
    while better := _find_best_swap(tables, cost, trouble):
        (first, first_seat), (second, second_seat) = better
        tables[first][first_seat], tables[second][second_seat] = (
            tables[second][second_seat],
            tables[first][first_seat],
        )
    return tuple(tuple(table) for table in tables)


def _find_best_swap(
    tables: list[list[str]], cost: TableCost, trouble: TableCost
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return the swap of two places that lowers the cost most, None if no swap lowers it."""
    costs = [cost(table) for table in tables]
    troubles = [trouble(table) for table in tables]
    best, swap = 0, None
    for left_table, right_table in combinations(range(len(tables)), 2):
        if not troubles[left_table] + troubles[right_table]:
            continue
        for left_seat in range(len(tables[left_table])):
            for right_seat in range(len(tables[right_table])):
                left_after = _replace_player(
                    tables[left_table], left_seat, tables[right_table][right_seat]
                )
                right_after = _replace_player(
                    tables[right_table], right_seat, tables[left_table][left_seat]
                )
                saved = (
                    costs[left_table] + costs[right_table] - cost(left_after) - cost(right_after)
                )
                if saved > best:
                    best, swap = saved, ((left_table, left_seat), (right_table, right_seat))
    return swap


def _replace_player(table: Sequence[str], place: int, player: str) -> list[str]:
    return [player if at == place else seated for at, seated in enumerate(table)]


def fill_tables(players: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    """Return tables of these sizes, filled in order; players left over are not included."""
    row = iter(players)
    return [list(islice(row, size)) for size in sizes]


def shuffle_by_seed(players: Collection[str], seed: str) -> list[str]:
    """Return the players in an order that depends only on the seed, on every machine."""
    return sorted(players, key=lambda player: sha256(f"{seed} {player}".encode()).digest())
