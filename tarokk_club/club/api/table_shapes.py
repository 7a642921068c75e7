"""API schemas of standings, seasons, settlements, tournaments and guest links."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from ninja import Schema

from tarokk_club.club.api.shapes import CorrectionOut, ScoredLine


class LeaderboardFilter(Schema):
    """The filter of a leaderboard; an empty field does not restrict it."""

    game: str = ""
    table: str = ""
    first: date | None = None
    last: date | None = None


class StandingOut(Schema):
    """The totals of a player.

    money: minor units by currency, null if the key may not see it.
    """

    player: str
    name: str
    place: int
    points: int
    hands: int
    sessions: int
    money: dict[str, int] | None


class BoardOut(Schema):
    """The standings, best first.

    game: null for all games together.
    adds_games: whether the points are a sum over games whose points differ in worth.
    """

    game: str | None
    in_money: bool
    adds_games: bool
    rows: list[StandingOut]


class StandingsOut(Schema):
    """The standings of all games together, and of each game."""

    together: BoardOut
    games: list[BoardOut]


class LeaderOut(Schema):
    """A player in the leaderboard of a season.

    place: null if the player has not played enough.
    average: in hundredths.
    counted: the value that decides the order, null if it is money and the key may not see money.
    """

    player: str
    name: str
    place: int | None
    evenings: int
    hands: int
    points: int
    average: int
    counted: int | None
    hat_days: int
    money: dict[str, int] | None


class GamesOut(Schema):
    """The games of a season that count.

    by: one, weighed or all.
    game: the game for one, null while none was played.
    weights: the value of a point for weighed, such as `1/20`.
    tournaments: whether the tables of tournaments count.
    """

    by: str
    game: str | None
    weights: dict[str, str]
    tournaments: bool


class LeaderboardOut(Schema):
    """A season in its present state, or as it was closed.

    counts: points, average or money.
    in_hundredths: whether `counted` is in hundredths, as for averages and for weights that are
        not whole numbers.
    """

    season: str
    final: bool
    counts: str
    games: GamesOut
    in_hundredths: bool
    evenings: list[date]
    rows: list[LeaderOut]


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
    """

    session: UUID | None
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
    """

    number: int
    began: datetime | None
    until: datetime | None
    tables: list[TableOut]
    out: list[str]


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
    """

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
    """

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


class TournamentWhole(Schema):
    """A tournament in its present state: rounds latest first, tables by number, results best
    first.

    id: null for guests.
    draws: the published rounds as drawn, the first one first; empty for guests.
    """

    id: UUID | None
    draw: DrawOut
    name: str
    date: date
    game: str
    final: bool
    entrants: list[str]
    rounds: list[RoundOut]
    results: list[ResultOut]
    counting: CountingOut
    teams: list[SideOut]
    clubs: list[SideOut]
    penalties: list[PenaltyOut]
    corrections: list[CorrectionOut]
    draws: list[DrawnRoundOut]


class GuestHand(Schema):
    """An entry as guests see it, with the names that the club shows them."""

    number: int | None
    kind: str
    dealer: str
    multiplier: int
    net: dict[str, int]
    pots: dict[str, int]
    lines: list[ScoredLine]


class GuestSession(Schema):
    """A session as guests see it, with totals by the names that the club shows them."""

    date: date
    title: str
    game: str
    closed: bool
    seats: list[str]
    dealer: str
    multiplier: int
    next_number: int
    pots: dict[str, int]
    totals: dict[str, int]
    hands: list[GuestHand]


class GuestLeader(Schema):
    """A player in the leaderboard of a season as guests see it, without money."""

    name: str
    place: int | None
    evenings: int
    hands: int
    points: int
    average: int
    hat_days: int


class GuestSeason(Schema):
    """A season as guests see it; where money counts, it shows only the places."""

    season: str
    counts: str
    games: GamesOut
    rows: list[GuestLeader]


class GuestOut(Schema):
    """The content of a guest link: a session, a season or a tournament."""

    club: str
    session: GuestSession | None
    season: GuestSeason | None
    tournament: TournamentWhole | None
