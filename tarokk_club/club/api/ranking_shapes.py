"""API schemas of rankings, which add up tournaments of several clubs."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from ninja import Schema


class RankingOut(Schema):
    """A ranking in a list.

    club: the name of the club that made it.
    best: the number of tournaments that count for each player; null for all.
    scale: the points for each place, in hundredths; null if the table points are added up.
    """

    id: UUID
    name: str
    club: str
    best: int | None
    scale: list[int] | None


class RankingPage(Schema):
    """A page of rankings, newest first.

    next: the cursor of the next page; null on the last page.
    """

    items: list[RankingOut]
    next: str | None


class RankedClubOut(Schema):
    """A club that takes part in a ranking and shows its tournaments to everybody."""

    slug: str
    name: str


class RankedTournamentOut(Schema):
    """A final tournament that counts in a ranking.

    club: the name of the club that held it.
    """

    id: UUID
    name: str
    date: date
    game: str
    club: str


class RankedResultOut(Schema):
    """The result of a player in a tournament.

    tournament: the id.
    points: the points for the ranking, in hundredths.
    counts: whether the ranking counts the result, as one of the player's best.
    """

    tournament: UUID
    place: int
    points: int
    counts: bool


class RankedPlayerOut(Schema):
    """A player in a ranking; equal points share a place.

    points: the sum of the results that count, in hundredths.
    person: the id of a person who agreed to be recognised across clubs; null for others.
    players: the ids of this person's players in the clubs.
    clubs: the names of the clubs for which they entered, or that held the tournament.
    results: by date.
    """

    place: int
    name: str
    points: int
    person: UUID | None
    players: list[UUID]
    clubs: list[str]
    results: list[RankedResultOut]


class RankingOrder(RankingOut):
    """A ranking in its current state, with the names that guests may see.

    clubs: by name.
    tournaments: the final ones, the oldest first.
    running: the names of the chosen tournaments that are not final.
    rows: the best first.
    """

    clubs: list[RankedClubOut]
    tournaments: list[RankedTournamentOut]
    running: list[str]
    rows: list[RankedPlayerOut]


class ClubRankingOut(RankingOut):
    """A ranking in the list of a club.

    agreed: whether the club takes part; false while it is only invited.
    public: whether everybody may read the order; otherwise nobody may.
    """

    agreed: bool
    public: bool


class ClubRankingPage(Schema):
    """A page of the rankings of a club, newest first.

    next: the cursor of the next page; null on the last page.
    """

    items: list[ClubRankingOut]
    next: str | None


class InvitedClubOut(Schema):
    """A club that takes part in a ranking, or is only invited if `agreed` is false."""

    name: str
    agreed: bool


class ClubRankingWhole(ClubRankingOut):
    """A ranking for a club that takes part or is invited.

    one_person: whether the key's user agreed to be recognised as one person across clubs.
    clubs: by name.
    tournaments: the ids of the tournaments of this club that count.
    order: null unless everybody may read it.
    """

    one_person: bool
    clubs: list[InvitedClubOut]
    tournaments: list[UUID]
    order: RankingOrder | None
