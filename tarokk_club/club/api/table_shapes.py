"""API schemas of standings, seasons, settlements, tournaments and guest links."""

from __future__ import annotations

from datetime import date

from ninja import Schema

from tarokk_club.club.api.shapes import ScoredLine
from tarokk_club.club.api.tournament_shapes import TournamentWhole


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
