"""Who sits at which table in a round of a tournament, so that opponents are spread.

The draw is a function of what it is given: the same seed, players and past rounds give the same
tables again. As many as possible sit; those who have sat out least often sit out. Then, from
several shuffled starts, two players of different tables change places as long as that makes the
round better, and the best of these rounds is taken. A round is better the fewer pairs meet again:
a pair that has met n times costs n squared. Between equal rounds, whoever sat at a table of three
or five before sits at one of four now.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, combinations_with_replacement

USUAL = 4
STARTS = 12
# One pair that meets again weighs more than all odd tables of a whole evening.
MEETING = 10_000
Tables = tuple[tuple[str, ...], ...]
Price = Callable[[Sequence[str]], int]


@dataclass(frozen=True, slots=True)
class Past:
    """The rounds before. met: how often two met, the two in order of their ids; odd: how often
    somebody sat at a table that was not of four; out: how often somebody sat out.
    """

    met: Mapping[tuple[str, str], int]
    odd: Mapping[str, int]
    out: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class DrawnSeats:
    """One round. tables: each in the order of its seats; out: who sits out."""

    tables: Tables
    out: tuple[str, ...]


def past_of(rounds: Iterable[Collection[Collection[str]]], players: Collection[str]) -> Past:
    """What the earlier rounds, each a collection of tables, mean to these players.

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
    """How many sit at each table: as many as can, then as many tables of four as can be.

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
    """Every way to give this many tables their sizes; games know two or three sizes."""
    yield from combinations_with_replacement(range(fewest, most + 1), number)


def _worth(sizes: tuple[int, ...]) -> tuple[int, int, int]:
    """The more sit, the better; then the more tables of four; then the fewer tables."""
    return sum(sizes), sizes.count(USUAL), -len(sizes)


def draw_round(
    players: Collection[str], past: Past, *, fewest: int, most: int, seed: str
) -> DrawnSeats:
    """The tables of the next round.

    >>> none = Past({}, {}, {})
    >>> seating = draw_round("abcdefgh", none, fewest=4, most=5, seed="x")
    >>> sorted(map(len, seating.tables)), seating.out
    ([4, 4], ())
    """
    sizes = sizes_for(len(players), fewest=fewest, most=most)
    by_lot = shuffled(players, seed)
    # Who has sat out least often does so now; between these the lot decides.
    order = sorted(by_lot, key=lambda player: -past.out.get(player, 0))
    seated, out = order[: sum(sizes)], order[sum(sizes) :]

    def price(table: Collection[str]) -> int:
        return _cost(table, past)

    starts = (_dealt(shuffled(seated, f"{seed} {start}"), sizes) for start in range(STARTS))
    rounds = (improved(tables, price, price) for tables in starts)
    best = min(rounds, key=lambda tables: cost(tables, past), default=())
    mixed = tuple(tuple(shuffled(table, f"{seed} seats")) for table in best)
    return DrawnSeats(mixed, tuple(out))


def cost(tables: Iterable[Collection[str]], past: Past) -> int:
    """How much a round repeats what was."""
    return sum(_cost(table, past) for table in tables)


def meetings(tables: Iterable[Collection[str]], past: Past) -> int:
    """How many pairs meet again in the round."""
    return sum(pair in past.met for table in tables for pair in combinations(sorted(table), 2))


def met_before(table: Collection[str], past: Past) -> int:
    """How much a table repeats: a pair that has met n times counts n squared."""
    return sum(past.met.get(pair, 0) ** 2 for pair in combinations(sorted(table), 2))


def odd_before(table: Collection[str], past: Past) -> int:
    """How often the players of a table that is not of four sat at such a one; 0 for one of four."""
    return sum(past.odd.get(player, 0) for player in table) if len(table) != USUAL else 0


def _cost(table: Collection[str], past: Past) -> int:
    return MEETING * met_before(table, past) + odd_before(table, past)


def improved(tables: list[list[str]], price: Price, trouble: Price) -> Tables:
    """The tables after all changes of two places that make them cheaper, the best one first each
    time; trouble: where two tables have none, nothing between them is tried.
    """
    while better := _best_change(tables, price, trouble):
        (one, at), (other, to) = better
        tables[one][at], tables[other][to] = tables[other][to], tables[one][at]
    return tuple(tuple(table) for table in tables)


def _best_change(
    tables: list[list[str]], price: Price, trouble: Price
) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The change of two places that helps most; None when none helps."""
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
    """The players in this order, one table filled after the other."""
    row = iter(players)
    return [[next(row) for _seat in range(size)] for size in sizes]


def shuffled(players: Collection[str], seed: str) -> list[str]:
    """The players in an order that the seed alone decides, on every machine."""
    return sorted(players, key=lambda player: sha256(f"{seed} {player}".encode()).digest())
