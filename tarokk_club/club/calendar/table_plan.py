"""The number of tables for those who come, and how many more players would seat everybody."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from tarokk_club.club.tournaments.seat_draw import choose_table_sizes

# More people than a hall holds, so there is no need to plan beyond it.
MOST_COUNTED = 120


@dataclass(frozen=True, slots=True)
class TablePlan:
    """The tables for a number of people.

    sizes: of each table.
    out: number of people who sit out.
    missing: number of further people with whom everybody would have a seat; 0 if everybody has
        one or nobody comes.
    """

    sizes: tuple[int, ...]
    out: int
    missing: int

    @property
    def kinds(self) -> tuple[tuple[int, int], ...]:
        """The number of tables of each size, smallest size first."""
        return tuple((size, self.sizes.count(size)) for size in sorted(set(self.sizes)))


@lru_cache(maxsize=500)
def plan_tables(count: int, fewest: int, most: int) -> TablePlan:
    """Return the tables of a game for this number of people.

    fewest, most: players at a table.

    >>> plan_tables(13, 4, 5).kinds, plan_tables(11, 4, 5)
    (((4, 2), (5, 1)), TablePlan(sizes=(5, 5), out=1, missing=1))
    >>> plan_tables(2, 4, 5), plan_tables(0, 4, 5)
    (TablePlan(sizes=(), out=2, missing=2), TablePlan(sizes=(), out=0, missing=0))
    """
    counted = min(count, MOST_COUNTED)
    sizes = choose_table_sizes(counted, fewest=fewest, most=most)
    out = count - sum(sizes)
    missing = next((more for more in range(most + 1) if _all_sit(counted + more, fewest, most)), 0)
    return TablePlan(sizes, out, missing if count else 0)


def _all_sit(count: int, fewest: int, most: int) -> bool:
    return sum(choose_table_sizes(count, fewest=fewest, most=most)) == count
