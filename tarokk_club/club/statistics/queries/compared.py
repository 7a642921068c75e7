"""The comparison of two players in a game: as partners, as opponents, and evening by evening."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from tarokk_club.club.models import Club, Player
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.seasons.queries.season_totals import SeasonTotal, load_totals
from tarokk_club.club.statistics.queries.spans import (
    CountedSession,
    Span,
    load_counted_sessions_for_player,
    rank_played_games,
)
from tarokk_club.club.values.season_ranking import compute_points_per_hand
from tarokk_club.club.writing.removed_players import drop_removed_players


@dataclass(frozen=True, slots=True)
class SharedHands:
    """The hands in which both players held cards, either as partners or as opponents.

    first, second: points of each player in these hands.
    """

    hands: int
    first: int
    second: int

    @property
    def first_average(self) -> int:
        """The first player's points per hand, in hundredths."""
        return compute_points_per_hand(self.first, self.hands)

    @property
    def second_average(self) -> int:
        """The second player's points per hand, in hundredths."""
        return compute_points_per_hand(self.second, self.hands)


@dataclass(frozen=True, slots=True)
class SharedEvening:
    """An evening on which both players played.

    first, second: points of each player on the evening.
    first_total, second_total: points of each player on all shared evenings so far.
    """

    day: date
    first: int
    second: int
    first_total: int
    second_total: int

    @property
    def ahead(self) -> int:
        """The lead of the first player in total points, negative if behind."""
        return self.first_total - self.second_total


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerComparison:
    """The comparison of two players in a game.

    games: games that both have played, most played first.
    game: game of the comparison.
    together, apart: hands as partners, and hands as opponents.
    """

    first: Player
    second: Player
    games: Sequence[str]
    game: str
    together: SharedHands
    apart: SharedHands
    evenings: Sequence[SharedEvening]

    @property
    def last(self) -> SharedEvening | None:
        """The latest shared evening, None if there is none."""
        return self.evenings[-1] if self.evenings else None

    @property
    def evenings_ahead(self) -> int:
        """The number of evenings on which the first player had more points."""
        return sum(evening.first > evening.second for evening in self.evenings)

    @property
    def evenings_behind(self) -> int:
        """The number of evenings on which the second player had more points."""
        return sum(evening.first < evening.second for evening in self.evenings)


def compare_players(club: Club, first: Player, second: Player, span: Span) -> PlayerComparison:
    """Return the comparison in the chosen or the most played game, in two queries."""
    first_id, second_id = str(first.pk), str(second.pk)
    sheets = load_counted_sessions_for_player(club, span.season, first.pk)
    totals = load_totals(club.pk, span.season)
    played = _list_games(totals, first_id) & _list_games(totals, second_id)
    games = [game for game in rank_played_games(sheets, first_id) if game in played]
    game = span.game or next(iter(games), "")
    chosen = [sheet for sheet in sheets if sheet.game == game]
    return PlayerComparison(
        first=first,
        second=second,
        games=games,
        game=game,
        together=_sum_shared_hands(chosen, "with", first_id, second_id),
        apart=_sum_shared_hands(chosen, "against", first_id, second_id),
        evenings=_list_shared_evenings(
            [row for row in totals if row.game == game], first_id, second_id
        ),
    )


def list_comparable_players(club: Club, player: Player) -> list[tuple[str, str]]:
    """Return the id and name of each player to compare with this one, sorted by name."""
    rows = Player.objects.filter(club=club, balances__isnull=False).exclude(pk=player.pk)
    players = {(str(pk), name) for pk, name in rows.values_list("pk", "name").distinct()}
    return sorted(
        drop_removed_players(club.id, list(players)), key=lambda row: build_sort_key(row[1])
    )


def _list_games(totals: Iterable[SeasonTotal], player: str) -> set[str]:
    return {total.game for total in totals if total.player == player}


def _sum_shared_hands(
    sheets: Iterable[CountedSession], part: str, first_player: str, second_player: str
) -> SharedHands:
    hands = first = second = 0
    for sheet in sheets:
        players = sheet.facts["players"]
        if first_player in players and second_player in players[first_player][part]:
            number, points = players[first_player][part][second_player]
            hands, first = hands + number, first + points
            second += players[second_player][part][first_player][1]
    return SharedHands(hands, first, second)


def _list_shared_evenings(
    totals: Iterable[SeasonTotal], first: str, second: str
) -> list[SharedEvening]:
    points_by_day: dict[str, dict[date, int]] = {first: {}, second: {}}
    for total in totals:
        if total.player in points_by_day:
            points = points_by_day[total.player]
            points[total.day] = points.get(total.day, 0) + total.points
    evenings: list[SharedEvening] = []
    mine = theirs = 0
    for day in sorted(points_by_day[first].keys() & points_by_day[second].keys()):
        mine, theirs = mine + points_by_day[first][day], theirs + points_by_day[second][day]
        evenings.append(
            SharedEvening(day, points_by_day[first][day], points_by_day[second][day], mine, theirs)
        )
    return evenings
