"""The shapes of standings, seasons, settlements, tournaments, and of what guests are told."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from ninja import Schema

from tarokk_club.club.api.shapes import ScoredLine


class LeaderboardAsked(Schema):
    """What of a season is counted; an empty field leaves nothing out."""

    game: str = ""
    table: str = ""
    first: date | None = None
    last: date | None = None


class StandingTold(Schema):
    """One player's sums; money: minor units by currency, null where the key does not show it."""

    player: str
    name: str
    place: int
    points: int
    hands: int
    sessions: int
    money: dict[str, int] | None


class BoardTold(Schema):
    """The standings of one game, or of all together (game null), best first; adds_games: the points
    are a sum over games in which a point is not worth the same.
    """

    game: str | None
    in_money: bool
    adds_games: bool
    rows: list[StandingTold]


class StandingsTold(Schema):
    """All games together, and each by itself."""

    together: BoardTold
    games: list[BoardTold]


class LeaderTold(Schema):
    """One player of a season; place null: has not played enough; average: in hundredths; counted:
    what the order goes by, null where that is money and the key shows none.
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


class GamesTold(Schema):
    """Which games of a season count. by: one, weighed or all; game: of one, null while none was
    played; weights: of weighed, what a point counts, as `1/20`; tournaments: whether their tables
    count.
    """

    by: str
    game: str | None
    weights: dict[str, str]
    tournaments: bool


class LeaderboardTold(Schema):
    """A season as it stands, or as it was closed; counts: points, average or money; in_hundredths:
    whether `counted` is so, as of averages and of weights that are no whole numbers.
    """

    season: str
    final: bool
    counts: str
    games: GamesTold
    in_hundredths: bool
    evenings: list[date]
    rows: list[LeaderTold]


class SettlementTold(Schema):
    """A settlement; total: what changes hands, in minor units; open: transfers not paid."""

    id: UUID
    number: int
    currency: str
    made_at: datetime
    total: int
    open: int
    withdrawn: bool


class SettlementList(Schema):
    """Some of the settlements, the youngest first; next: the cursor to go on with."""

    items: list[SettlementTold]
    next: str | None


class ShareTold(Schema):
    """What one account gets, in minor units, + receives; account: a player id or `kitty`."""

    account: str
    name: str | None
    carried: int
    exact: int
    rounded: int


class TransferTold(Schema):
    """A planned payment, in minor units; payer, receiver null: the kitty."""

    id: UUID
    payer: UUID | None
    receiver: UUID | None
    amount: int
    left: int
    state: str


class SettlementWhole(Schema):
    """A settlement with its plan; where members see their own money alone, their part of it."""

    id: UUID
    number: int
    currency: str
    made_at: datetime
    withdrawn: bool
    shares: list[ShareTold]
    transfers: list[TransferTold]


class TournamentTold(Schema):
    """A tournament; played: rounds that have begun."""

    id: UUID
    name: str
    date: date
    game: str
    rounds: int
    played: int
    entrants: int


class TournamentList(Schema):
    """All tournaments, the youngest first."""

    items: list[TournamentTold]


class SeatTold(Schema):
    """Somebody at a table; place, worth (in hundredths) null before its first hand."""

    name: str
    points: int
    place: int | None
    worth: int | None


class TableTold(Schema):
    """A table of a round; state: done once its hands are played; closed: whether its sheet is, as
    those of all tables are before the result is final; origin: table, paper or totals, as its
    result came.
    """

    number: int
    title: str
    hands: int
    state: str
    closed: bool
    origin: str
    seats: list[SeatTold]


class RoundTold(Schema):
    """A round that has begun."""

    number: int
    tables: list[TableTold]
    out: list[str]


class ResultTold(Schema):
    """A line of the final table; worth: table points in hundredths; counted: what the order goes
    by, in hundredths; decided_by: the tie-break, null where none was needed.
    """

    place: int
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


class CountingTold(Schema):
    """How a tournament is counted; scales in hundredths of a table point; best: 0 for all."""

    reckoning: str
    scale: list[int]
    scale_of_five: list[int]
    scale_of_three: list[int]
    tie_breaks: list[str]
    final_rounds: int
    carry: str
    team_best: int
    club_best: int


class SideMemberTold(Schema):
    """A player of a team or club; counts: whether its sum holds what they have."""

    name: str
    counted: int
    counts: bool


class SideTold(Schema):
    """A team or a club; counted, worth: in hundredths."""

    place: int
    name: str
    counted: int
    worth: int
    points: int
    members: list[SideMemberTold]


class PenaltyTold(Schema):
    """What was taken from a player; worth: table points in hundredths; round null: of none."""

    name: str
    round: int | None
    worth: int
    points: int
    reason: str
    back: bool
    back_reason: str


class TournamentWhole(Schema):
    """A tournament as it stands."""

    name: str
    date: date
    game: str
    final: bool
    entrants: list[str]
    rounds: list[RoundTold]
    results: list[ResultTold]
    counting: CountingTold
    teams: list[SideTold]
    clubs: list[SideTold]
    penalties: list[PenaltyTold]


class GuestHand(Schema):
    """An entry as guests see it: by the names that the club shows them."""

    number: int | None
    kind: str
    dealer: str
    multiplier: int
    net: dict[str, int]
    pots: dict[str, int]
    lines: list[ScoredLine]


class GuestSession(Schema):
    """A session as guests see it; totals by the names that the club shows them."""

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
    """One player of a season as guests see it: no money."""

    name: str
    place: int | None
    evenings: int
    hands: int
    points: int
    average: int
    hat_days: int


class GuestSeason(Schema):
    """A season as guests see it; where money counts, the places alone tell of it."""

    season: str
    counts: str
    games: GamesTold
    rows: list[GuestLeader]


class GuestTold(Schema):
    """What the page of a guest link shows: one of the three."""

    club: str
    session: GuestSession | None
    season: GuestSeason | None
    tournament: TournamentWhole | None
