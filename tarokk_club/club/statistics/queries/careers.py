"""The statistics of a player in a season, summed from the stored counts of each session."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from uuid import UUID

from scoring.core.game_info_types import Bidding
from scoring.games import GAMES
from tarokk_club.club.models import Club, Player
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.seasons.queries.season_totals import (
    SeasonTotal,
    list_mayors,
    load_totals,
)
from tarokk_club.club.session.queries.players.hats import count_hat_days
from tarokk_club.club.statistics.queries.runs import Run, find_longest_run
from tarokk_club.club.statistics.queries.spans import (
    CountedSession,
    HandLink,
    Span,
    build_hand_link,
    find_last_hat_day,
    load_counted_sessions_for_player,
    rank_played_games,
)
from tarokk_club.club.statistics.queries.trophies import Shelf, group_by_kind, list_trophies
from tarokk_club.club.values.season_ranking import (
    compute_percentage,
    compute_points_per_hand,
)

ROLES = ("declarer", "alone", "partner", "opponent")
# Title -> terms of the figures of games in which every player plays alone.
ALONE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        game.info.figures_title: frozenset(game.figures.values())
        for game in GAMES.values()
        if not game.info.sided
    }
)
# The kinds of bidding, each shared by a family of games.
BIDDINGS: tuple[Bidding, ...] = tuple(
    {kind.title: kind for kind in (game.info.bidding for game in GAMES.values()) if kind}.values()
)


@dataclass(frozen=True, slots=True)
class CareerShare:
    """The hands of a player in a role or at a bid.

    key: one of ROLES, or the term of the bid.
    """

    key: str
    hands: int
    won: int
    points: int

    @property
    def rate(self) -> int:
        """The percentage of hands won."""
        return compute_percentage(self.won, self.hands)

    @property
    def average(self) -> int:
        """The points per hand, in hundredths."""
        return compute_points_per_hand(self.points, self.hands)


@dataclass(frozen=True, slots=True)
class Bids:
    """The hands of a player by bid, in games with the same kind of bidding.

    title, word: English texts that the page translates.
    """

    title: str
    word: str
    rows: Sequence[CareerShare]


@dataclass(frozen=True, slots=True)
class FigureCount:
    """The counts of a figure for a player, or for the side if no single player makes it.

    made, failed: number of times made and failed when announced.
    silent, silent_failed: number of times made and failed without announcement.
    announced_points: points of the figure when announced.
    points: points of the figure, announced or not.
    """

    term: str
    made: int
    failed: int
    silent: int
    silent_failed: int
    announced_points: int
    points: int

    @property
    def announced(self) -> int:
        """The number of times the figure was announced."""
        return self.made + self.failed

    @property
    def rate(self) -> int:
        """The percentage of announced figures that were made."""
        return compute_percentage(self.made, self.announced)

    @property
    def made_in_all(self) -> int:
        """The number of times the figure was made, announced or not."""
        return self.made + self.silent

    @property
    def missed(self) -> int:
        """The number of times the figure failed or the other side made it."""
        return self.failed + self.silent_failed


@dataclass(frozen=True, slots=True)
class KontraRow:
    """The counts of a kontra step for a player, or for the side if no speaker was recorded."""

    term: str
    called: int
    won: int

    @property
    def lost(self) -> int:
        """The number of calls whose side did not win points."""
        return self.called - self.won


@dataclass(frozen=True, slots=True)
class Mate:
    """Another player, with or against whom the player has played.

    with_average, against_average: points per hand of the player, not the mate, in hundredths.
    """

    player_id: str
    name: str
    with_hands: int
    with_average: int
    against_hands: int
    against_average: int


@dataclass(frozen=True, slots=True)
class EveningResult:
    """The result of a player on an evening, with the points so far as `total`."""

    day: date
    hands: int
    points: int
    total: int
    sessions: tuple[UUID, ...]


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of a player in a game."""

    game: str
    evenings: int
    hands: int
    points: int

    @property
    def average(self) -> int:
        """The points per hand, in hundredths."""
        return compute_points_per_hand(self.points, self.hands)


@dataclass(frozen=True, slots=True, kw_only=True)
class Career:
    """The statistics of a player in a game, with the days of missed evenings as `missed`."""

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
    best: HandLink | None
    worst: HandLink | None
    won: Run
    lost: Run
    hat_days: int

    @property
    def points(self) -> int:
        """The sum of points."""
        return sum(evening.points for evening in self.evenings)

    @property
    def hands(self) -> int:
        """The number of hands."""
        return sum(evening.hands for evening in self.evenings)

    @property
    def average(self) -> int:
        """The points per hand, in hundredths."""
        return compute_points_per_hand(self.points, self.hands)

    @property
    def bid_tables(self) -> list[Bids]:
        """The player's bids, in a table for each kind of bidding."""
        tables = [
            Bids(
                kind.title, kind.word, [row for row in self.bids if row.key in kind.terms.values()]
            )
            for kind in BIDDINGS
        ]
        return [table for table in tables if table.rows]

    @property
    def side_figures(self) -> list[FigureCount]:
        """The figures of games in which two sides play against each other."""
        alone = frozenset[str]().union(*ALONE.values())
        return [row for row in self.figures if row.term not in alone]

    @property
    def solo_figures(self) -> dict[str, list[FigureCount]]:
        """The figures of games in which every player plays alone, by title."""
        by_title = {
            title: [row for row in self.figures if row.term in terms]
            for title, terms in ALONE.items()
        }
        return {title: rows for title, rows in by_title.items() if rows}


def load_career(
    club: Club, player: Player, span: Span, names: Mapping[str, str] | None = None
) -> Career:
    """Return the statistics of the player in the chosen season and game, in at most three queries.

    names: name of each player, by id; None to load them.
    """
    me = str(player.pk)
    sheets = load_counted_sessions_for_player(club, span.season, player.pk)
    games = rank_played_games(sheets, me)
    game = span.game or next(iter(games), "")
    chosen = [sheet for sheet in sheets if sheet.game == game]
    all_totals = load_totals(club.pk, span.season)
    totals = [total for total in all_totals if total.game == game]
    names = load_names(club.id) if names is None else names
    evenings = _sum_by_evening(totals, me)
    mine = [sheet for sheet in chosen if me in sheet.facts["players"]]
    attended_days = {evening.day for evening in evenings}
    hat_days = count_hat_days(list_mayors(totals), until=find_last_hat_day(club, span))
    return Career(
        name=player.name,
        games=games,
        game=game,
        results=_sum_by_game(all_totals, me, games),
        evenings=evenings,
        missed=sorted({total.day for total in totals} - attended_days),
        roles=_build_shares(mine, me, "roles", ROLES),
        bids=_build_bids(mine, me),
        figures=_build_figures(mine, me),
        kontras=_build_kontras(mine, me),
        mates=_build_mates(mine, me, names),
        shelves=group_by_kind(list_trophies(mine, names, me)),
        best=_find_extreme_hand(mine, me, "best", 1),
        worst=_find_extreme_hand(mine, me, "worst", -1),
        won=find_longest_run(mine, me, "+"),
        lost=find_longest_run(mine, me, "-"),
        hat_days=hat_days.get(me, 0),
    )


def _sum_by_game(totals: Iterable[SeasonTotal], me: str, games: Iterable[str]) -> list[GameResult]:
    """Return the result of each game that the player has played, in the order of the games."""
    mine: dict[str, list[SeasonTotal]] = {}
    for season_total in totals:
        if season_total.player == me:
            mine.setdefault(season_total.game, []).append(season_total)
    return [
        GameResult(
            game,
            len({season_total.day for season_total in mine[game]}),
            sum(season_total.hands for season_total in mine[game]),
            sum(season_total.points for season_total in mine[game]),
        )
        for game in games
        if game in mine
    ]


def _sum_by_evening(totals: Iterable[SeasonTotal], me: str) -> list[EveningResult]:
    totals_by_day: dict[date, list[SeasonTotal]] = {}
    for season_total in totals:
        if season_total.player == me:
            totals_by_day.setdefault(season_total.day, []).append(season_total)
    results, total = [], 0
    for day in sorted(totals_by_day):
        points = sum(season_total.points for season_total in totals_by_day[day])
        total += points
        hands = sum(season_total.hands for season_total in totals_by_day[day])
        tables = tuple(season_total.session for season_total in totals_by_day[day])
        results.append(EveningResult(day, hands, points, total, tables))
    return results


def sum_by_key(rows: Iterable[tuple[str, Sequence[int]]]) -> dict[str, list[int]]:
    """Return the sum of all rows with the same key, column by column."""
    sums: dict[str, list[int]] = {}
    for key, numbers in rows:
        old = sums.get(key)
        sums[key] = [a + b for a, b in zip(old, numbers, strict=True)] if old else list(numbers)
    return sums


def _sum_counts(sheets: Iterable[CountedSession], me: str, part: str) -> dict[str, list[int]]:
    return sum_by_key(row for sheet in sheets for row in sheet.facts["players"][me][part].items())


def _build_shares(
    sheets: Iterable[CountedSession], me: str, part: str, order: Sequence[str]
) -> list[CareerShare]:
    sums = _sum_counts(sheets, me, part)
    return [CareerShare(key, *sums[key]) for key in order if key in sums]


def _build_bids(sheets: Sequence[CountedSession], me: str) -> list[CareerShare]:
    """Return the player's hands by bid, in the order of the biddings."""
    sums = sum_by_key(
        (sheet.find_bid_term(key), numbers)
        for sheet in sheets
        for key, numbers in sheet.facts["players"][me]["bids"].items()
    )
    order = [term for bidding in BIDDINGS for term in bidding.terms.values()]
    return [CareerShare(term, *sums[term]) for term in order if term in sums]


def build_figure_rows(rows: Iterable[tuple[str, Sequence[int]]]) -> list[FigureCount]:
    """Return the counts of each figure that occurred, most frequent first."""
    counts = [FigureCount(term, *numbers) for term, numbers in sum_by_key(rows).items()]
    return sorted(counts, key=_build_frequency_key)


def _build_frequency_key(row: FigureCount) -> tuple[int, str]:
    return (-(row.announced + row.silent + row.silent_failed), row.term)


def _build_figures(sheets: Iterable[CountedSession], me: str) -> list[FigureCount]:
    return build_figure_rows(
        (sheet.find_figure_term(key), numbers)
        for sheet in sheets
        for key, numbers in sheet.facts["players"][me]["figures"].items()
    )


def _build_kontras(sheets: Iterable[CountedSession], me: str) -> list[KontraRow]:
    sums = _sum_counts(sheets, me, "kontras")
    return [KontraRow(f"kontra.{step}", *sums[step]) for step in sorted(sums)]


def _build_mates(sheets: Sequence[CountedSession], me: str, names: Mapping[str, str]) -> list[Mate]:
    together, apart = _sum_counts(sheets, me, "with"), _sum_counts(sheets, me, "against")
    mates = []
    for player in together.keys() | apart.keys():
        with_hands, with_points = together.get(player, [0, 0])
        hands, points = apart.get(player, [0, 0])
        mates.append(
            Mate(
                player,
                names.get(player, player),
                with_hands,
                compute_points_per_hand(with_points, with_hands),
                hands,
                compute_points_per_hand(points, hands),
            )
        )
    return sorted(
        mates, key=lambda mate: (-(mate.with_hands + mate.against_hands), build_sort_key(mate.name))
    )


def _find_extreme_hand(
    sheets: Iterable[CountedSession], me: str, part: str, sign: int
) -> HandLink | None:
    hands = [build_hand_link(sheet, sheet.facts["players"][me][part]) for sheet in sheets]
    return max(hands, key=lambda hand: sign * hand.points, default=None)
