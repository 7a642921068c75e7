"""The draw of the tables of one round, which spreads opponents evenly.

The draw is a pure function: the same seed, players and past rounds give the same tables. As many
    players as possible sit, and those who have sat out least often sit out.

From several shuffled starts, players of different tables swap places as long as that improves
the round, and the best of these rounds is taken. A round is better the fewer pairs meet again; a
pair that has met n times costs n squared. If rounds are equal, players who sat at a table of
three or five before sit at a table of four now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, combinations_with_replacement

USUAL = 4
STARTS = 12
# One repeated meeting costs more than all odd tables of a whole evening.
MEETING = 10_000
Tables = tuple[tuple[str, ...], ...]
Price = Callable[[Sequence[str]], int]


@dataclass(frozen=True, slots=True)
class Past:
    """The past rounds of the players.

    met: number of meetings by pair; the ids of a pair are sorted.
    odd: number of times at a table that was not of four, by player.
    out: number of times sitting out, by player.
    """

    met: Mapping[tuple[str, str], int]
    odd: Mapping[str, int]
    out: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class DrawnSeats:
    """The draw of one round.

    tables: players of each table in the order of its seats.
    out: players who sit out.
    """

    tables: Tables
    out: tuple[str, ...]


def past_of(rounds: Iterable[Collection[Collection[str]]], players: Collection[str]) -> Past:
    """Return the counts of past rounds for these players.

    rounds: a collection of tables each.

    >>> past_of([[("b", "a", "c")]], ["a", "b", "c", "d"]).out
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
    return Past(met, odd, out)


def sizes_for(count: int, *, fewest: int, most: int) -> tuple[int, ...]:
    """Return the sizes of the tables that seat the most players, and then have the most tables of
    four.

    >>> sizes_for(13, fewest=4, most=5), sizes_for(11, fewest=4, most=5)
    ((4, 4, 5), (5, 5))
    >>> sizes_for(10, fewest=3, most=4), sizes_for(2, fewest=3, most=4)
    ((3, 3, 4), ())
    """
    best: tuple[int, ...] = ()
    for number in range(1, count // fewest + 1):
        for sizes in _splits(number, fewest, most):
            if sum(sizes) <= count and _worth(sizes) > _worth(best):
                best = sizes
    return best


def _splits(number: int, fewest: int, most: int) -> Iterator[tuple[int, ...]]:
    """Yield every combination of sizes for this number of tables; games have two or three sizes."""
    yield from combinations_with_replacement(range(fewest, most + 1), number)


def _worth(sizes: tuple[int, ...]) -> tuple[int, int, int]:
    """Return the sort key of a split: more seated players, then more tables of four, then fewer
    tables.
    """
    return sum(sizes), sizes.count(USUAL), -len(sizes)


def draw_round(
    players: Collection[str], past: Past, *, fewest: int, most: int, seed: str
) -> DrawnSeats:
    """Return the draw of the next round.

    >>> none = Past({}, {}, {})
    >>> seating = draw_round("abcdefgh", none, fewest=4, most=5, seed="x")
    >>> sorted(map(len, seating.tables)), seating.out
    ([4, 4], ())
    """
    sizes = sizes_for(len(players), fewest=fewest, most=most)
    by_lot = shuffled(players, seed)
    # Players who have sat out least often sit out now; ties are broken by lot.
    order = sorted(by_lot, key=lambda player: -past.out.get(player, 0))
    seated, out = order[: sum(sizes)], order[sum(sizes) :]

    def price(table: Collection[str]) -> int:
        return _cost(table, past)

    starts = (_dealt(shuffled(seated, f"{seed} {start}"), sizes) for start in range(STARTS))
    rounds = (swap_until_best(tables, price, price) for tables in starts)
    best = min(rounds, key=lambda tables: cost(tables, past), default=())
    mixed = tuple(tuple(shuffled(table, f"{seed} seats")) for table in best)
    return DrawnSeats(mixed, tuple(out))


def cost(tables: Iterable[Collection[str]], past: Past) -> int:
    """Return the cost of a round for repeating past rounds."""
    return sum(_cost(table, past) for table in tables)


def meetings(tables: Iterable[Collection[str]], past: Past) -> int:
    """Return the number of pairs that meet again in the round."""
    return sum(pair in past.met for table in tables for pair in combinations(sorted(table), 2))


def met_before(table: Collection[str], past: Past) -> int:
    """Return the cost of a table for past meetings: a pair that has met n times costs n squared."""
    return sum(past.met.get(pair, 0) ** 2 for pair in combinations(sorted(table), 2))


def odd_before(table: Collection[str], past: Past) -> int:
    """Return how often the players of an odd table have sat at odd tables before; 0 for a table of
    four.
    """
    return sum(past.odd.get(player, 0) for player in table) if len(table) != USUAL else 0


def _cost(table: Collection[str], past: Past) -> int:
    return MEETING * met_before(table, past) + odd_before(table, past)


def swap_until_best(tables: list[list[str]], price: Price, trouble: Price) -> Tables:
    """Return the tables after all swaps that lower their price, best swap first each time.

    trouble: two tables for which it is 0 are not compared.
    """
    while better := _best_change(tables, price, trouble):
        (one, at), (other, to) = better
        tables[one][at], tables[other][to] = tables[other][to], tables[one][at]
    return tuple(tuple(table) for table in tables)


def _best_change(
    tables: list[list[str]], price: Price, trouble: Price
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """Return the swap of two places that lowers the price most, None if no swap does."""
    costs = [price(table) for table in tables]
    troubles = [trouble(table) for table in tables]
    best, found = 0, None
    for one, other in combinations(range(len(tables)), 2):
        if not troubles[one] + troubles[other]:
            continue
        for at in range(len(tables[one])):
            for to in range(len(tables[other])):
                first = _with(tables[one], at, tables[other][to])
                second = _with(tables[other], to, tables[one][at])
                saved = costs[one] + costs[other] - price(first) - price(second)
                if saved > best:
                    best, found = saved, ((one, at), (other, to))
    return found


def _with(table: Sequence[str], place: int, player: str) -> list[str]:
    return [player if at == place else seated for at, seated in enumerate(table)]


def _dealt(players: Sequence[str], sizes: Sequence[int]) -> list[list[str]]:
    """Return the players in this order, filling one table after the other."""
    row = iter(players)
    return [[next(row) for _seat in range(size)] for size in sizes]


def shuffled(players: Collection[str], seed: str) -> list[str]:
    """Return the players in an order that depends only on the seed, on every machine."""
    return sorted(players, key=lambda player: sha256(f"{seed} {player}".encode()).digest())
