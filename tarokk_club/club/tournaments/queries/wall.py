"""The projector pages of a tournament: tables, standings, seats by name, and prizes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby
from typing import TypeVar

from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.tournaments.queries.results import Result
from tarokk_club.club.tournaments.queries.standing import (
    TournamentStanding,
    TournamentTableRow,
)

Row = TypeVar("Row")

# The interval at which pages turn is `POLL_INTERVALS` in pages/polling.py.
# The most names on a page that can be read across the room.
NAMES_AT_ONCE = 64
# The most tables, and the most places, on a page of 1080 lines that can be read across the room.
TABLES_AT_ONCE, ROWS_AT_ONCE = 12, 32
# An upper limit for parts and places in the query string.
MOST = 999


class WallContent(StrEnum):
    """The content of a projector page.

    ALL: tables and standings, split into pages if one page is not enough.
    WHOLE: tables and standings on one page.
    PAGES: a page of the tables or of the standings.
    SEATS: a page of the seats, sorted by name.
    PRIZES: the places announced so far.
    """

    ALL = ""
    WHOLE = "whole"
    PAGES = "pages"
    SEATS = "seats"
    PRIZES = "prizes"


@dataclass(frozen=True, slots=True)
class WallQuery:
    """The content that the query string requests.

    part: number of the page, from 1.
    announced: number of places announced so far, from the last place up.
    still: whether the page stays until somebody turns to the next one.
    """

    show: WallContent = WallContent.ALL
    part: int = 1
    announced: int = 0
    still: bool = False

    @property
    def cache_key(self) -> str:
        """A text unique to the projector page, for the ETag."""
        return f"{self.show} {self.part} {self.announced} {self.still}"


@dataclass(frozen=True, slots=True)
class WallSeat:
    """A player's table and seat.

    table, seat: numbers from 1, None if the player sits out.
    """

    name: str
    table: int | None
    seat: int | None


@dataclass(frozen=True, slots=True)
class SeatList:
    """A page of the seats, sorted by name.

    part, parts: number of the page and number of pages.
    """

    rows: tuple[WallSeat, ...]
    part: int
    parts: int

    @property
    def next_part(self) -> int:
        """The number of the next page; the last page is followed by the first."""
        return self.part % self.parts + 1


@dataclass(frozen=True, slots=True)
class WallPage:
    """A page of the tables of the round, or of the standings.

    tables, rows: tables of the round or rows of the standings; at least one of them is empty.
    part, parts: number of the page and number of pages.
    out: names of the players who sit out, on the last page of tables.
    """

    tables: tuple[TournamentTableRow, ...]
    rows: tuple[Result, ...]
    part: int
    parts: int
    out: tuple[str, ...] = ()

    @property
    def next_part(self) -> int:
        """The number of the next page; the last page is followed by the first."""
        return self.part % self.parts + 1

    @property
    def last_table_number(self) -> int:
        """The number of the last table on the page, 0 for none."""
        return self.tables[-1].number if self.tables else 0

    @property
    def page_numbers(self) -> range:
        """The numbers of all pages."""
        return range(1, self.parts + 1)


@dataclass(frozen=True, slots=True)
class PrizeGiving:
    """The places announced so far at the prize-giving.

    called: announced places, best first, each with all players who share the place.
    following: place to announce next, None after the first place.
    """

    called: tuple[tuple[int, tuple[Result, ...]], ...]
    following: int | None

    @property
    def announced_count(self) -> int:
        """The number of announced places."""
        return len(self.called)


def read_wall_query(query: Mapping[str, str]) -> WallQuery:
    """Return the content that the query string requests, with defaults for invalid values."""
    requested = query.get("show", "")
    show = WallContent(requested) if requested in set(WallContent) else WallContent.ALL
    part, announced = _read_number(query.get("part", "")), _read_number(query.get("given", ""))
    return WallQuery(show, max(part, 1), announced, still="still" in query)


def _read_number(text: str) -> int:
    return min(int(text), MOST) if text.isascii() and text.isdecimal() and len(text) < 4 else 0


def build_seat_list(standing: TournamentStanding, part: int) -> SeatList:
    """Return a page of the seats in the current round, sorted by name."""
    now = standing.current_round
    seated = [
        WallSeat(seat.name, table.number, seat.seat)
        for table in (now.tables if now else ())
        for seat in table.seats
    ]
    out = [WallSeat(name, None, None) for name in (now.out if now else ())]
    rows = sorted([*seated, *out], key=lambda seat: (build_sort_key(seat.name), seat.table or 0))
    parts = max(-(-len(rows) // NAMES_AT_ONCE), 1)
    # All pages have about the same length, so the last one is never nearly empty.
    size = -(-len(rows) // parts)
    part = min(part, parts)
    return SeatList(tuple(rows[(part - 1) * size : part * size]), part, parts)


def paginate_if_crowded(standing: TournamentStanding, query: WallQuery) -> WallQuery:
    """Return the query, changed to pages if the tables or the standings do not fit on one page."""
    tables = len(standing.current_round.tables) if standing.current_round else 0
    if (
        query.show != WallContent.ALL
        or max(tables - TABLES_AT_ONCE, len(standing.results) - ROWS_AT_ONCE) <= 0
    ):
        return query
    return replace(query, show=WallContent.PAGES)


def build_wall_page(standing: TournamentStanding, part: int) -> WallPage:
    """Return a page of the tables of the current round, or of the standings.

    The pages of the standings follow those of the tables. When the tournament is over, there are
    only standings.
    """
    now = standing.current_round
    tables = () if standing.final or now is None else _split_into_pages(now.tables, TABLES_AT_ONCE)
    rows = _split_into_pages(standing.results, ROWS_AT_ONCE)
    parts = max(len(tables) + len(rows), 1)
    part = min(part, parts)
    if part <= len(tables):
        out = now.out if now and part == len(tables) else ()
        return WallPage(tables[part - 1], (), part, parts, out)
    return WallPage((), rows[part - 1 - len(tables)] if rows else (), part, parts)


def _split_into_pages(rows: Sequence[Row], most: int) -> tuple[tuple[Row, ...], ...]:
    """Return the rows split into pages of about the same length.

    >>> _split_into_pages("abcde", 4)
    (('a', 'b', 'c'), ('d', 'e'))
    """
    parts = -(-len(rows) // most)
    size = -(-len(rows) // parts) if parts else 1
    return tuple(tuple(rows[at : at + size]) for at in range(0, len(rows), size))


def build_prize_giving(standing: TournamentStanding, announced: int) -> PrizeGiving | None:
    """Return the announced places, or None until the tournament is over.

    announced: number of places to announce, from the last place up.
    """
    if not standing.final:
        return None
    shared = [
        (place, tuple(rows)) for place, rows in groupby(standing.results, lambda row: row.place)
    ]
    announced = min(announced, len(shared))
    remaining = len(shared) - announced
    return PrizeGiving(tuple(shared[remaining:]), shared[remaining - 1][0] if remaining else None)
