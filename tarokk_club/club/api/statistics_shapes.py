"""API schemas of a club's records and a player's statistics."""

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


class GameResultOut(Schema):
    """The result of a player in one game; average in hundredths of a point per hand."""

    game: str
    evenings: int
    hands: int
    points: int
    average: int


class ShareOfHandsOut(Schema):
    """The hands of a player in one role or at one bid.

    key: declarer, alone, partner or opponent, or the term of the bid.
    won: hands with points for the player.
    """

    key: str
    hands: int
    won: int
    points: int


class FigureOut(Schema):
    """The counts of a figure for the player, or for the player's side if no single player makes it.

    made, failed: number of times made and failed when announced.
    silent, silent_failed: number of times made and failed without announcement.
    points: points of the figure, announced or not.
    """

    term: str
    made: int
    failed: int
    silent: int
    silent_failed: int
    points: int


class EveningResultOut(Schema):
    """The result of one evening.

    total: points of all evenings up to and including this one.
    """

    date: date
    hands: int
    points: int
    total: int


class StatisticsOut(Schema):
    """The statistics of a player in one game.

    results: those of all games, the most played first.
    evenings: oldest first.
    """

    player: UUID
    name: str
    game: str
    results: list[GameResultOut]
    evenings: list[EveningResultOut]
    roles: list[ShareOfHandsOut]
    bids: list[ShareOfHandsOut]
    figures: list[FigureOut]
    hat_days: int
