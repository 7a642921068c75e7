"""The tables for a number of people, and how many more people would fill them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tarokk_club.club.tournaments.draw.round_draw import choose_table_sizes

# The most people to plan for, which keeps the search short.
MOST_COUNTED = 120


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The tables for a number of people.

    sizes: number of players at each table.
    out: number of people who sit out.
    missing: number of additional people needed to seat everybody.
    """

    sizes: tuple[int, ...]
    out: int
    missing: int

    @property
    def table_counts(self) -> tuple[tuple[int, int], ...]:
        """Pairs of a table size and the number of such tables, smallest size first."""
        return tuple((size, self.sizes.count(size)) for size in sorted(set(self.sizes)))


@lru_cache(maxsize=500)
def plan_tables(count: int, fewest: int, most: int) -> TablePlan:
    """Return the tables of a game for this number of people.

    fewest, most: smallest and largest number of players at a table.

    >>> plan_tables(13, 4, 5).table_counts, plan_tables(11, 4, 5)
    (((4, 2), (5, 1)), TablePlan(sizes=(5, 5), out=1, missing=1))
    >>> plan_tables(2, 4, 5), plan_tables(0, 4, 5)
    (TablePlan(sizes=(), out=2, missing=2), TablePlan(sizes=(), out=0, missing=0))
    """
    counted = min(count, MOST_COUNTED)
    sizes = choose_table_sizes(counted, fewest=fewest, most=most)
    out = count - sum(sizes)
    missing = next(
        (more for more in range(most + 1) if _seats_everybody(counted + more, fewest, most)), 0
    )
    return TablePlan(sizes, out, missing if count else 0)


def _seats_everybody(count: int, fewest: int, most: int) -> bool:
    return sum(choose_table_sizes(count, fewest=fewest, most=most)) == count
