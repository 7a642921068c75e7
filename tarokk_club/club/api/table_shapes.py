"""API schemas of standings, seasons, settlements, tournaments and guest links."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from ninja import Schema

from tarokk_club.club.api.shapes import CorrectionOut, ScoredLine


class LeaderboardFilter(Schema):
    """A filter of a leaderboard; empty fields are ignored."""

    game: str = ""
    table: str = ""
    first: date | None = None
    last: date | None = None


class StandingOut(Schema):
    """The totals of a player.

    money: the money in minor units by currency; null if the key may not see it.
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
    adds_games: whether points of games with different values per point are added up.
    """

    game: str | None
    in_money: bool
    adds_games: bool
    rows: list[StandingOut]


class StandingsOut(Schema):
    """The standings of all games together and of each game."""

    together: BoardOut
    games: list[BoardOut]


class LeaderOut(Schema):
    """A player in the leaderboard of a season.

    place: null if the player has not played enough.
    average: the average points, in hundredths.
    counted: the value that decides the order; null for money that the key may not see.
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
    """The games that count in a season.

    by: one, weighed or all.
    game: the only game, with `one`; null if none was played yet.
    weights: the value of a point by game, with `weighed`, such as `1/20`.
    tournaments: whether tournament tables count.
    """

    by: str
    game: str | None
    weights: dict[str, str]
    tournaments: bool


class LeaderboardOut(Schema):
    """The leaderboard of a season; of a closed season, its final table.

    counts: points, average or money.
    in_hundredths: whether `counted` is in hundredths.
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
    player: the id; null for guests.
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
    session: the id; null for guests.
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
    """A started round.

    began: when its first table was started.
    until: when its time ends; null if it is not timed.
    """

    number: int
    began: datetime | None
    until: datetime | None
    tables: list[TableOut]
    out: list[str]


class ResultOut(Schema):
    """A row of the final table.

    worth: the table points, in hundredths.
    counted: the value that decides the order, in hundredths.
    decided_by: the tie-break that decided the place; null if none was needed.
    player: the id; null for guests.
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
    """

    name: str
    counted: int
    counts: bool


class SideOut(Schema):
    """A team or a club.

    counted, worth: the sums of the members that count, in hundredths.
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
    """

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


class TournamentWhole(Schema):
    """A tournament in its current state.

    id: null for guests.
    rounds: the latest round first, with its tables by number.
    results: the best first.
    draws: the published rounds as drawn, in order; empty for guests.
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
    """An entry for guests, with the names that they may see."""

    number: int | None
    kind: str
    dealer: str
    multiplier: int
    net: dict[str, int]
    pots: dict[str, int]
    lines: list[ScoredLine]


class GuestSession(Schema):
    """A session for guests, with the names that they may see."""

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
    """A player in the leaderboard of a season for guests, without money."""

    name: str
    place: int | None
    evenings: int
    hands: int
    points: int
    average: int
    hat_days: int


class GuestSeason(Schema):
    """The leaderboard of a season for guests, without money."""

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
