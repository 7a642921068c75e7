"""API schemas of the calendar: the evenings of a club and the players' answers."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from ninja import Schema

from tarokk_club.club.api.shapes import ListFilter


class EveningFilter(ListFilter):
    """A filter of evenings between two days.

    first, last: the first and last day; null for no limit.
    """

    first: date | None = None
    last: date | None = None


class SeriesOut(Schema):
    """A series of evenings.

    rhythm: weekly, fortnightly or monthly (on the same weekday of the month).
    starts, until: the first and last day of the series.
    """

    id: UUID
    rhythm: str
    starts: date
    until: date


class CountsOut(Schema):
    """The number of players for each answer.

    guests: the number of guests of the players who answered yes.
    """

    yes: int
    perhaps: int
    no: int
    guests: int


class OwnAnswerOut(Schema):
    """The answer of the key's user.

    coming: yes, perhaps or no.
    guests: the number of guests.
    """

    coming: str
    guests: int


class EveningOut(Schema):
    """An evening in a list.

    date, begins: local time of the club, in time_zone.
    game: "" for any game.
    seats: the number of seats; null for no limit.
    series: null for a single evening.
    version: incremented whenever the evening is moved, changed or cancelled.
    own: the answer of the key's user; null if there is none.
    """

    id: UUID
    date: date
    begins: datetime
    time_zone: str
    place: str
    game: str
    note: str
    seats: int | None
    cancelled: bool
    series: SeriesOut | None
    version: int
    answers: CountsOut
    own: OwnAnswerOut | None


class PublicEvening(Schema):
    """A public evening, without answers, notes and names.

    date, begins: local time of the club, in time_zone.
    game: "" for any game.
    """

    id: UUID
    date: date
    begins: datetime
    time_zone: str
    place: str
    game: str
    cancelled: bool


class PublicEvenings(Schema):
    """The next evenings of a club, in order."""

    items: list[PublicEvening]


class EveningPage(Schema):
    """A page of evenings, in order.

    next: the cursor of the next page; null on the last page.
    """

    items: list[EveningOut]
    next: str | None


class EveningAnswerOut(Schema):
    """The answer of a player.

    seated: whether the player gets a seat.
    guests_seated: the number of guests who get a seat.
    noted_by: the name of the user who entered the answer; null if the player did.
    """

    player: UUID
    name: str
    coming: str
    guests: int
    seated: bool
    guests_seated: int
    noted_by: str | None


class EveningTableOut(Schema):
    """A table of an evening.

    session: null if the table is drawn but not started.
    seats: player ids in playing order; at a drawn table the last one deals.
    """

    number: int
    session: UUID | None
    seats: list[str]


class EveningWhole(EveningOut):
    """An evening with its answers, tables and draw.

    who: the answers in the order in which they were given.
    out: the ids of the players who sit out.
    """

    who: list[EveningAnswerOut]
    tables: list[EveningTableOut]
    out: list[str]
