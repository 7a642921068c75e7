"""The shapes of the calendar: the evenings of a club, and who comes to them."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from ninja import Schema

from tarokk_club.club.api.shapes import ListAsked


class EveningsAsked(ListAsked):
    """The evenings between two days, both included; without them, all there ever were."""

    first: date | None = None
    last: date | None = None


class SeriesTold(Schema):
    """How an evening repeats: weekly, fortnightly or monthly, between which days; monthly: on the
    same weekday of the month.
    """

    id: UUID
    rhythm: str
    starts: date
    until: date


class CountsTold(Schema):
    """How many players said what; guests: how many people come with those who said yes."""

    yes: int
    perhaps: int
    no: int
    guests: int


class OwnAnswerTold(Schema):
    """What the person of the key has answered: yes, perhaps or no, and with how many guests."""

    coming: str
    guests: int


class EveningTold(Schema):
    """An evening in a list; date, begins: on the club's clock, which time_zone names; game: "" for
    any; seats: how many there are, null where nobody counts them; series: null for a single one;
    version: grows when it is moved, changed or cancelled; own: null while nothing is answered.
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
    series: SeriesTold | None
    version: int
    answers: CountsTold
    own: OwnAnswerTold | None


class EveningPage(Schema):
    """Some of the evenings, in the order of their days; next: the cursor to go on with."""

    items: list[EveningTold]
    next: str | None


class AnswerTold(Schema):
    """What a player has answered. seated, guests_seated: whether a seat is left for the player, and
    for how many of the guests; noted_by: who noted it, null where the player did.
    """

    player: UUID
    name: str
    coming: str
    guests: int
    seated: bool
    guests_seated: int
    noted_by: str | None


class EveningTableTold(Schema):
    """A table; session: null while it is drawn and not started; seats: player ids in playing order,
    the last of a drawn table deals.
    """

    number: int
    session: UUID | None
    seats: list[str]


class EveningWhole(EveningTold):
    """An evening with the answers in the order in which they came, its tables, and who sits out
    of the draw, by player id.
    """

    who: list[AnswerTold]
    tables: list[EveningTableTold]
    out: list[str]
