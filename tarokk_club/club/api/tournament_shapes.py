"""Schemas of tournaments."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from ninja import Schema

from tarokk_club.club.api.shapes import CorrectionOut


class TournamentOut(Schema):
    """A tournament in a list.

    played: number of rounds that have begun.
    """

    id: UUID
    name: str
    date: date
    game: str
    rounds: int
    played: int
    entrants: int


class TournamentList(Schema):
    """A page of tournaments, newest first.

    next: cursor of the next page, null on the last one.
    """

    items: list[TournamentOut]
    next: str | None


class SeatOut(Schema):
    """A player at a table.

    place, worth: null before the first hand of the table; worth is in hundredths.
    seat: from 1 in the order of play.
    player: the id, null for guests.
    """

    name: str
    points: int
    place: int | None
    worth: int | None
    seat: int
    player: UUID | None


class TableOut(Schema):
    """A table of a round.

    state: done once its hands are played.
    closed: whether its session is closed; that of every table is before the result is final.
    origin: how its result was entered: table, paper or totals.
    session: the id, null for guests.
    dealer: the id of the player who deals first, null for guests.
    """

    session: UUID | None
    dealer: UUID | None
    number: int
    title: str
    hands: int
    state: str
    closed: bool
    origin: str
    seats: list[SeatOut]


class RoundOut(Schema):
    """A round that has begun.

    began: when its first table was started.
    until: when the clock ends it, null without a clock.
    out: names of the players who sit out.
    out_players: their ids in the same order; empty for guests.
    """

    number: int
    began: datetime | None
    until: datetime | None
    tables: list[TableOut]
    out: list[str]
    out_players: list[UUID]


class ResultOut(Schema):
    """A row of the final table.

    worth: table points in hundredths.
    counted: the value that decides the order, in hundredths.
    decided_by: the tie-break, null if none was needed.
    player: the id, null for guests.
    """

    place: int
    player: UUID | None
    name: str
    worth: int
    points: int
    wins: int
    xxi: int
    counted: int
    decided_by: str | None
    team: str
    club: str
    penalties: int


class CountingOut(Schema):
    """How a tournament is scored.

    scale, scale_of_five, scale_of_three: in hundredths of a table point.
    team_best, club_best: number of best players that count, 0 for all.
    """

    reckoning: str
    scale: list[int]
    scale_of_five: list[int]
    scale_of_three: list[int]
    tie_breaks: list[str]
    final_rounds: int
    carry: str
    team_best: int
    club_best: int


class SideMemberOut(Schema):
    """A player of a team or club.

    counts: whether the player's result is included in the sum.
    player: the id, null for guests.
    """

    player: UUID | None
    name: str
    counted: int
    counts: bool


class SideOut(Schema):
    """A team or a club.

    counted, worth: in hundredths.
    """

    place: int
    name: str
    counted: int
    worth: int
    points: int
    members: list[SideMemberOut]


class PenaltyOut(Schema):
    """A penalty of a player.

    worth: table points in hundredths.
    round: null if it belongs to no round.
    player: the id, null for guests.
    """

    player: UUID | None
    name: str
    round: int | None
    worth: int
    points: int
    reason: str
    back: bool
    back_reason: str


class DrawOut(Schema):
    """How the seats are drawn.

    kind: all rounds at once, by the standings or by lot.
    seed: of all rounds drawn at once, null for other draws.
    """

    kind: str
    seed: str | None


class SeatChangeOut(Schema):
    """A change of seats by hand.

    kind: swap, table or substitute.
    other: with whom the player changed places, or who sits in for the player.
    table: number of the fixed table.
    by: name of the person, "" for the operator.
    """

    kind: str
    player: UUID
    other: UUID | None
    table: int | None
    by: str
    at: datetime
    undone: bool


class DrawnRoundOut(Schema):
    """A round as it was drawn, before the changes by hand.

    kind: schedule, standings, lot or final.
    seed: null where rank decides.
    tables: ids of the players in the order of the seats; the last one deals first.
    changes: in the order in which they were made.
    """

    round: int
    kind: str
    seed: str | None
    draw: int
    drawn_at: datetime
    published_at: datetime | None
    tables: list[list[UUID]]
    out: list[UUID]
    changes: list[SeatChangeOut]


class EntrantOut(Schema):
    """A player who takes part.

    team, club: "" for none. A team has no other id than its name in its tournament.
    """

    player: UUID
    name: str
    team: str
    club: str


class TournamentWhole(Schema):
    """A tournament in its present state: rounds latest first, their tables by number, the seats of
    a table best first; results, teams and clubs best first, members of a team too; penalties and
    corrections oldest first.

    id: null for guests.
    entrants: names by the alphabet.
    players: the same with ids, in the same order; empty for guests.
    draws: the published rounds as drawn, the first one first; empty for guests.
    """

    id: UUID | None
    draw: DrawOut
    name: str
    date: date
    game: str
    final: bool
    entrants: list[str]
    players: list[EntrantOut]
    rounds: list[RoundOut]
    results: list[ResultOut]
    counting: CountingOut
    teams: list[SideOut]
    clubs: list[SideOut]
    penalties: list[PenaltyOut]
    corrections: list[CorrectionOut]
    draws: list[DrawnRoundOut]
