"""API schemas of standings, leaderboards and guest links."""

from __future__ import annotations

from datetime import date

from ninja import Schema

from tarokk_club.club.api.shapes import ScoredLine
from tarokk_club.club.api.tournament_shapes import TournamentWhole


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
