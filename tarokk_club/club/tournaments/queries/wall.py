"""The projector pages of a tournament: the seats of all players, or the prizes one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import TypeVar

from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.tournaments.queries.results import Result
from tarokk_club.club.tournaments.queries.tournaments import (
    TournamentStanding,
    TournamentTableRow,
)

T = TypeVar("T")

# The number of names on a page that can be read from the last table.
NAMES_AT_ONCE = 64
# The numbers of tables and of places that 1080 lines show in letters read from the last table.
TABLES_AT_ONCE, ROWS_AT_ONCE = 12, 32
# An upper limit for parts and places in the query string.
MOST = 999


class Show(StrEnum):
    """What a projector page shows.

    ALL: the tables and the order, in pages if there are too many for one.
    WHOLE: all of them on one page.
    PAGES: a page of the tables or of the order.
    """

    ALL = ""
    WHOLE = "whole"
    PAGES = "pages"
    SEATS = "seats"
    PRIZES = "prizes"


@dataclass(frozen=True, slots=True)
class WallQuery:
    """The content that the query string asks for.

    part: page of the list of names or of the tables and places, from 1.
    given: number of places that have been announced, from the last place up.
    still: whether the page waits to be turned by hand.
    """

    show: Show = Show.ALL
    part: int = 1
    given: int = 0
    still: bool = False

    @property
    def mark(self) -> str:
        """A key that distinguishes this page from others."""
        return f"{self.show} {self.part} {self.given} {self.still}"


@dataclass(frozen=True, slots=True)
class WallSeat:
    """A player with table and seat.

    table, seat: numbers from 1, None if the player sits out.
    """

    name: str
    table: int | None
    seat: int | None


@dataclass(frozen=True, slots=True)
class SeatList:
    """A page of the list of all names.

    parts: number of pages.
    """

    rows: tuple[WallSeat, ...]
    part: int
    parts: int

    @property
    def following(self) -> int:
        """The next page; after the last comes the first."""
        return self.part % self.parts + 1


@dataclass(frozen=True, slots=True)
class WallPage:
    """A page of the tables of the round, or of the order.

    tables, rows: one of the two is empty.
    parts: number of pages.
    out: names of the players who sit out, on the last page of tables.
    """

    tables: tuple[TournamentTableRow, ...]
    rows: tuple[Result, ...]
    part: int
    parts: int
    out: tuple[str, ...] = ()

    @property
    def following(self) -> int:
        """The next page; after the last comes the first."""
        return self.part % self.parts + 1

    @property
    def last_table(self) -> int:
        """The number of the last table on the page, 0 for none."""
        return self.tables[-1].number if self.tables else 0

    @property
    def numbers(self) -> range:
        """The numbers of all pages."""
        return range(1, self.parts + 1)


@dataclass(frozen=True, slots=True)
class PrizeGiving:
    """The places announced so far.

    called: announced places, best first, each with all players who share it.
    following: the place to announce next, None after the first place.
    """

    called: tuple[tuple[int, tuple[Result, ...]], ...]
    following: int | None

    @property
    def given(self) -> int:
        """The number of places announced."""
        return len(self.called)


def read_wall_query(query: Mapping[str, str]) -> WallQuery:
    """Return the content that the query string asks for; invalid values are ignored."""
    wanted = query.get("show", "")
    show = Show(wanted) if wanted in set(Show) else Show.ALL
    part, given = _number(query.get("part", "")), _number(query.get("given", ""))
    return WallQuery(show, max(part, 1), given, still="still" in query)


def _number(text: str) -> int:
    return min(int(text), MOST) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def seat_list(standing: TournamentStanding, part: int) -> SeatList:
    """Return a page of the seats in the present round, sorted by name."""
    now = standing.now
    seated = [
        WallSeat(one.name, table.number, one.seat)
        for table in (now.tables if now else ())
        for one in table.seats
    ]
    out = [WallSeat(name, None, None) for name in (now.out if now else ())]
    rows = sorted([*seated, *out], key=lambda one: (collation_key(one.name), one.table or 0))
    parts = max(-(-len(rows) // NAMES_AT_ONCE), 1)
    # Pages of equal length, so that the last one does not have only two names.
    size = -(-len(rows) // parts)
    part = min(part, parts)
    return SeatList(tuple(rows[(part - 1) * size : part * size]), part, parts)


def on_wall(standing: TournamentStanding, query: WallQuery) -> WallQuery:
    """Return what a wall shows: pages where the tables and the order are too many for one."""
    tables = len(standing.now.tables) if standing.now else 0
    if (
        query.show != Show.ALL
        or max(tables - TABLES_AT_ONCE, len(standing.results) - ROWS_AT_ONCE) <= 0
    ):
        return query
    return replace(query, show=Show.PAGES)


def wall_page(standing: TournamentStanding, part: int) -> WallPage:
    """Return a page: first the tables of the present round, then the order.

    When the tournament is over, only the order is left.
    """
    now = standing.now
    tables = () if standing.final or now is None else _in_pages(now.tables, TABLES_AT_ONCE)
    rows = _in_pages(standing.results, ROWS_AT_ONCE)
    parts = max(len(tables) + len(rows), 1)
    part = min(part, parts)
    if part <= len(tables):
        out = now.out if now and part == len(tables) else ()
        return WallPage(tables[part - 1], (), part, parts, out)
    return WallPage((), rows[part - 1 - len(tables)] if rows else (), part, parts)


def _in_pages(rows: Sequence[T], most: int) -> tuple[tuple[T, ...], ...]:
    """Return the rows in pages of equal length, so that the last one is not nearly empty.

    >>> _in_pages("abcde", 4)
    (('a', 'b', 'c'), ('d', 'e'))
    """
    parts = -(-len(rows) // most)
    size = -(-len(rows) // parts) if parts else 1
    return tuple(tuple(rows[at : at + size]) for at in range(0, len(rows), size))


def prize_giving(standing: TournamentStanding, given: int) -> PrizeGiving | None:
    """Return the announced places from the last one up, None until the tournament is over."""
    if not standing.final:
        return None
    shared = [
        (place, tuple(rows)) for place, rows in groupby(standing.results, lambda row: row.place)
    ]
    given = min(given, len(shared))
    left = len(shared) - given
    return PrizeGiving(tuple(shared[left:]), shared[left - 1][0] if left else None)
