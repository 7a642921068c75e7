"""API schemas of records and figures."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from ninja import Schema


class RecordOut(Schema):
    """A record with the names of its holders.

    names: empty for the longest session, which has no holders.
    number: the points, or the number of hands of the longest session.
    entry: the hand in which it was set; null if it is not about a single hand.
    session: null for a record of a whole evening.
    """

    names: list[str]
    number: int
    date: date
    session: UUID | None
    entry: UUID | None


class SeriesOfHandsOut(Schema):
    """The longest winning series of a player, in hands."""

    name: str
    hands: int


class RecordFilter(Schema):
    """A filter of records.

    season: null for all sessions.
    game: "" for the most played game.
    """

    season: UUID | None = None
    game: str = ""


class RecordsOut(Schema):
    """The figures and records of a club in one game.

    games: the games of these sessions, most played first.
    highest: the most points in a hand.
    evening: the most points in an evening.
    longest: the most hands in a session.
    """

    games: list[str]
    game: str
    sessions: int
    evenings: int
    hands: int
    players: int
    highest: RecordOut | None
    evening: RecordOut | None
    longest: RecordOut | None
    series: list[SeriesOfHandsOut]
