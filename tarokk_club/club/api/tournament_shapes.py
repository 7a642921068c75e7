"""API schemas of tournaments."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from ninja import Schema

from tarokk_club.club.api.shapes import CorrectionOut


class TournamentOut(Schema):
    """A tournament in a list.

    played: the number of started rounds.
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

    next: the cursor of the next page; null on the last page.
    """

    items: list[TournamentOut]
    next: str | None


class SeatOut(Schema):
    """A player at a table.

    place: the place at the table; null before its first hand.
    worth: the table points in hundredths; null before the first hand.
    seat: the number of the seat in playing order, from 1.
    player: the id; null in the response to a guest link.
    """

    name: str
    points: int
    place: int | None
    worth: int | None
    seat: int
    player: UUID | None


class TableOut(Schema):
    """A table of a round.

    state: `done` once all hands are played.
    closed: whether its session is closed; the result is final once all tables are closed.
    origin: how the result was entered: table, paper or totals.
    session: the id; null in the response to a guest link.
    dealer: the id of the player who deals first; null in the response to a guest link.
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
    """A started round.

    began: when its first table was started.
    until: when its time ends; null if it is not timed.
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
    """A row of the standings, live or final.

    worth: the table points, in hundredths.
    counted: the value that decides the order, in hundredths.
    decided_by: the tie-break that decided the place; null if none was needed.
    player: the id; null in the response to a guest link.
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
    """The rules by which a tournament is scored.

    scale, scale_of_five, scale_of_three: the table points of each place, in hundredths.
    team_best, club_best: the number of best players that count; 0 for all.
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
    """A member of a team or club.

    counts: whether the member's result is included in the sum.
    player: the id; null in the response to a guest link.
    """

    player: UUID | None
    name: str
    counted: int
    counts: bool


class SideOut(Schema):
    """A team or a club.

    counted: the sum that decides the order, in hundredths.
    worth: the table points of the members that count, in hundredths.
    points: the points of their games.
    """

    place: int
    name: str
    counted: int
    worth: int
    points: int
    members: list[SideMemberOut]


class PenaltyOut(Schema):
    """A penalty of a player.

    worth: the deducted table points, in hundredths.
    round: null if it is not about a round.
    player: the id; null in the response to a guest link.
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
    """The method by which the seats are drawn.

    kind: schedule (all rounds at once), standings or lot.
    seed: the seed of a schedule; null for other kinds.
    """

    kind: str
    seed: str | None


class SeatChangeOut(Schema):
    """A manual change of seats.

    kind: swap, table or substitute.
    other: the player with whom the seat was swapped, or the substitute; null for a fixed table.
    table: the number of the fixed table; null for other kinds.
    by: the name of the user who made it; "" for the operator.
    """

    kind: str
    player: UUID
    other: UUID | None
    table: int | None
    by: str
    at: datetime
    undone: bool


class DrawnRoundOut(Schema):
    """A drawn round, with seats as drawn and the manual changes.

    kind: schedule, standings, lot or final.
    seed: null if players are seated by rank.
    tables: the ids of the players in the order of the seats; the last one deals first.
    changes: the manual changes in their order.
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

    team, club: "" for none. The name of a team is its only id within the tournament.
    """

    player: UUID
    name: str
    team: str
    club: str


class TournamentWhole(Schema):
    """A tournament in its current state.

    id: null in the response to a guest link.
    entrants: the names in alphabetical order.
    players: the entrants with their ids, in the same order; empty for guests.
    rounds: the latest round first, with its tables by number and their seats best first.
    results, teams, clubs: the best first, like the members of a team or club.
    penalties, corrections: the oldest first.
    draws: the published rounds as drawn, in order; empty for guests.
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
