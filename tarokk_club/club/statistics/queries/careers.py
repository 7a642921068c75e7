"""Statistics of one player in a season, added up from the stored counts of each session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from uuid import UUID

from scoring.core.hand_facts import Bidding
from scoring.games import GAMES
from tarokk_club.club.models import Club, Player
from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.seasons.queries.season_totals import (
    SeasonTotal,
    mayors_of,
    totals_in,
)
from tarokk_club.club.session.queries.hats import hat_days
from tarokk_club.club.statistics.queries.spans import (
    CountedSession,
    Run,
    Span,
    SpanPlace,
    counted_sessions,
    games_in,
    last_day,
    longest_run,
    span_place_of,
)
from tarokk_club.club.statistics.queries.trophies import Shelf, shelves_of, trophies_of
from tarokk_club.club.values.counting import average, hundredths

ROLES = ("declarer", "alone", "partner", "opponent")
# The figures of games in which everybody plays for themselves, by their title.
ALONE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        game.lore.figures_title: frozenset(game.figures.values())
        for game in GAMES.values()
        if not game.lore.sided
    }
)
# The biddings, one for each family of games.
BIDDINGS: tuple[Bidding, ...] = tuple(
    {one.title: one for one in (game.lore.bidding for game in GAMES.values()) if one}.values()
)


@dataclass(frozen=True, slots=True)
class CareerShare:
    """The hands of a player in one role or at one bid.

    key: the role, or the term of the bid.
    """

    key: str
    hands: int
    won: int
    points: int

    @property
    def rate(self) -> int:
        """The percentage of hands won."""
        return percent(self.won, self.hands)

    @property
    def average(self) -> int:
        """Points per hand in hundredths."""
        return hundredths(average(self.points, self.hands))


@dataclass(frozen=True, slots=True)
class Bids:
    """The hands by the player's bid, in games with the same bidding.

    title, word: English, marked for translation.
    """

    title: str
    word: str
    rows: Sequence[CareerShare]


@dataclass(frozen=True, slots=True)
class FigureCount:
    """The counts of a figure: of the player, or of the side where no single player makes it."""

    term: str
    made: int
    failed: int
    silent: int
    silent_failed: int
    said_points: int
    points: int

    @property
    def announced(self) -> int:
        """The number of times it was announced."""
        return self.made + self.failed

    @property
    def rate(self) -> int:
        """The percentage of announced figures that were made."""
        return percent(self.made, self.announced)

    @property
    def done(self) -> int:
        """The number of times it was made, announced or not."""
        return self.made + self.silent

    @property
    def missed(self) -> int:
        """The number of times it failed or went to the other side."""
        return self.failed + self.silent_failed


@dataclass(frozen=True, slots=True)
class KontraRow:
    """The counts of a kontra step that the player's side said.

    won: number of times that it gained points for the side.
    """

    term: str
    said: int
    won: int

    @property
    def lost(self) -> int:
        """The number of times that it cost the side points."""
        return self.said - self.won


@dataclass(frozen=True, slots=True)
class Mate:
    """Another player, with the hands and the average of this player with and against them.

    with_average, against_average: this player's points per hand in hundredths.
    """

    player_id: str
    name: str
    with_hands: int
    with_average: int
    against_hands: int
    against_average: int


@dataclass(frozen=True, slots=True)
class EveningResult:
    """The result of one evening.

    total: points of all evenings up to and including this one.
    sessions: ids of the sessions of the evening.
    """

    day: date
    hands: int
    points: int
    total: int
    sessions: tuple[UUID, ...]


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a player in one game; points of different games are not added up."""

    game: str
    evenings: int
    hands: int
    points: int

    @property
    def average(self) -> int:
        """Points per hand in hundredths."""
        return hundredths(average(self.points, self.hands))


@dataclass(frozen=True, slots=True, kw_only=True)
class Career:
    """The statistics of one player in one game.

    results: of each game.
    missed: the days of evenings without the player, in order.
    """

    name: str
    games: Sequence[str]
    game: str
    results: Sequence[GameResult]
    evenings: Sequence[EveningResult]
    missed: Sequence[date]
    roles: Sequence[CareerShare]
    bids: Sequence[CareerShare]
    figures: Sequence[FigureCount]
    kontras: Sequence[KontraRow]
    mates: Sequence[Mate]
    shelves: Sequence[Shelf]
    best: SpanPlace | None
    worst: SpanPlace | None
    won: Run
    lost: Run
    hat_days: int

    @property
    def points(self) -> int:
        """The sum of points."""
        return sum(one.points for one in self.evenings)

    @property
    def hands(self) -> int:
        """The number of hands."""
        return sum(one.hands for one in self.evenings)

    @property
    def average(self) -> int:
        """Points per hand in hundredths."""
        return hundredths(average(self.points, self.hands))

    @property
    def bid_tables(self) -> list[Bids]:
        """The player's bids, with games of the same bidding in one table."""
        found = [
            Bids(one.title, one.word, [row for row in self.bids if row.key in one.terms.values()])
            for one in BIDDINGS
        ]
        return [table for table in found if table.rows]

    @property
    def of_sides(self) -> list[FigureCount]:
        """The figures of games in which two sides play against each other."""
        alone = frozenset[str]().union(*ALONE.values())
        return [row for row in self.figures if row.term not in alone]

    @property
    def of_one(self) -> dict[str, list[FigureCount]]:
        """The figures of games in which everybody plays for themselves, by title."""
        found = {
            title: [row for row in self.figures if row.term in terms]
            for title, terms in ALONE.items()
        }
        return {title: rows for title, rows in found.items() if rows}


def percent(part: int, whole: int) -> int:
    """Return the percentage, rounded half up; 0 if the whole is 0.

    >>> percent(1, 3), percent(1, 2), percent(0, 0)
    (33, 50, 0)
    """
    return (200 * part + whole) // (2 * whole) if whole else 0


def career(club: Club, player: Player, span: Span) -> Career:
    """Return the statistics of the player, in three queries."""
    me = str(player.pk)
    sheets = counted_sessions(club, span.season)
    games = games_in(sheets, me)
    game = span.game or next(iter(games), "")
    chosen = [one for one in sheets if one.game == game]
    every = totals_in(club.pk, span.season)
    totals = [one for one in every if one.game == game]
    names = names_in(club.id)
    evenings = _evenings(totals, me)
    mine = [one for one in chosen if me in one.facts["players"]]
    here = {one.day for one in evenings}
    return Career(
        name=player.name,
        games=games,
        game=game,
        results=_results(every, me, games),
        evenings=evenings,
        missed=sorted({one.day for one in totals} - here),
        roles=_shares(mine, me, "roles", ROLES),
        bids=_bids(mine, me),
        figures=_figures(mine, me),
        kontras=_kontras(mine, me),
        mates=_mates(mine, me, names),
        shelves=shelves_of(trophies_of(mine, names, me)),
        best=_extreme(mine, me, "best", 1),
        worst=_extreme(mine, me, "worst", -1),
        won=longest_run(mine, me, "+"),
        lost=longest_run(mine, me, "-"),
        hat_days=hat_days(mayors_of(totals), until=last_day(club, span)).get(me, 0),
    )


def _results(totals: Iterable[SeasonTotal], me: str, games: Iterable[str]) -> list[GameResult]:
    """Return the result of every game that the player has played, most played first."""
    mine: dict[str, list[SeasonTotal]] = {}
    for one in totals:
        if str(one.player) == me:
            mine.setdefault(one.game, []).append(one)
    return [
        GameResult(
            game,
            len({one.day for one in mine[game]}),
            sum(one.hands for one in mine[game]),
            sum(one.points for one in mine[game]),
        )
        for game in games
        if game in mine
    ]


def _evenings(totals: Iterable[SeasonTotal], me: str) -> list[EveningResult]:
    nights: dict[date, list[SeasonTotal]] = {}
    for one in totals:
        if str(one.player) == me:
            nights.setdefault(one.day, []).append(one)
    found, total = [], 0
    for day in sorted(nights):
        points = sum(one.points for one in nights[day])
        total += points
        hands = sum(one.hands for one in nights[day])
        tables = tuple(one.session for one in nights[day])
        found.append(EveningResult(day, hands, points, total, tables))
    return found


def sum_by_key(rows: Iterable[tuple[str, Sequence[int]]]) -> dict[str, list[int]]:
    """Return the sums of the rows with the same key, column by column."""
    sums: dict[str, list[int]] = {}
    for key, numbers in rows:
        old = sums.get(key)
        sums[key] = [a + b for a, b in zip(old, numbers, strict=True)] if old else list(numbers)
    return sums


def _part(sheets: Iterable[CountedSession], me: str, part: str) -> dict[str, list[int]]:
    return sum_by_key(row for one in sheets for row in one.facts["players"][me][part].items())


def _shares(
    sheets: Iterable[CountedSession], me: str, part: str, order: Sequence[str]
) -> list[CareerShare]:
    sums = _part(sheets, me, part)
    return [CareerShare(key, *sums[key]) for key in order if key in sums]


def _bids(sheets: Sequence[CountedSession], me: str) -> list[CareerShare]:
    """Return the player's hands by bid, in the order of the games."""
    sums = sum_by_key(
        (one.bid(key), numbers)
        for one in sheets
        for key, numbers in one.facts["players"][me]["bids"].items()
    )
    order = [term for one in BIDDINGS for term in one.terms.values()]
    return [CareerShare(term, *sums[term]) for term in order if term in sums]


def figure_rows(rows: Iterable[tuple[str, Sequence[int]]]) -> list[FigureCount]:
    """Return the figures that occurred, most frequent first."""
    found = [FigureCount(term, *numbers) for term, numbers in sum_by_key(rows).items()]
    return sorted(found, key=_often)


def _often(row: FigureCount) -> tuple[int, str]:
    return (-(row.announced + row.silent + row.silent_failed), row.term)


def _figures(sheets: Iterable[CountedSession], me: str) -> list[FigureCount]:
    return figure_rows(
        (one.figure(key), numbers)
        for one in sheets
        for key, numbers in one.facts["players"][me]["figures"].items()
    )


def _kontras(sheets: Iterable[CountedSession], me: str) -> list[KontraRow]:
    sums = _part(sheets, me, "kontras")
    return [KontraRow(f"kontra.{step}", *sums[step]) for step in sorted(sums)]


def _mates(sheets: Sequence[CountedSession], me: str, names: Mapping[str, str]) -> list[Mate]:
    together, apart = _part(sheets, me, "with"), _part(sheets, me, "against")
    found = []
    for player in together.keys() | apart.keys():
        with_hands, with_points = together.get(player, [0, 0])
        hands, points = apart.get(player, [0, 0])
        found.append(
            Mate(
                player,
                names.get(player, player),
                with_hands,
                hundredths(average(with_points, with_hands)),
                hands,
                hundredths(average(points, hands)),
            )
        )
    return sorted(
        found, key=lambda one: (-(one.with_hands + one.against_hands), collation_key(one.name))
    )


def _extreme(sheets: Iterable[CountedSession], me: str, part: str, sign: int) -> SpanPlace | None:
    places = [span_place_of(one, one.facts["players"][me][part]) for one in sheets]
    return max(places, key=lambda place: sign * place.points, default=None)
