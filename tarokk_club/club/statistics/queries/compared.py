"""Comparison of two players in one game: on the same side, on opposite sides, and evening by
evening.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from tarokk_club.club.models import Club, Player
from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.seasons.queries.season_totals import SeasonTotal, totals_in
from tarokk_club.club.statistics.queries.spans import (
    CountedSession,
    Span,
    counted_sessions,
    games_in,
)
from tarokk_club.club.values.counting import average, hundredths
from tarokk_club.club.writing.gone_players import offerable_players


@dataclass(frozen=True, slots=True)
class SharedHands:
    """The hands in which both players held cards, either on the same side or on opposite sides.

    first, second: points of each player.
    """

    hands: int
    first: int
    second: int

    @property
    def first_average(self) -> int:
        """The first player's points per hand, in hundredths."""
        return hundredths(average(self.first, self.hands))

    @property
    def second_average(self) -> int:
        """The second player's points per hand, in hundredths."""
        return hundredths(average(self.second, self.hands))


@dataclass(frozen=True, slots=True)
class SharedEvening:
    """An evening on which both players played.

    first, second: points of each player on the evening.
    first_total, second_total: points of each player on all such evenings so far.
    """

    day: date
    first: int
    second: int
    first_total: int
    second_total: int

    @property
    def ahead(self) -> int:
        """The points by which the first player leads in total."""
        return self.first_total - self.second_total


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoPlayers:
    """The comparison of two players in one game.

    games: those that both played, most played first.
    game: the game on display.
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
        """The latest shared evening with the present totals, None if there is none."""
        return self.evenings[-1] if self.evenings else None

    @property
    def better(self) -> int:
        """The number of evenings on which the first player had more points."""
        return sum(one.first > one.second for one in self.evenings)

    @property
    def worse(self) -> int:
        """The number of evenings on which the second player had more points."""
        return sum(one.first < one.second for one in self.evenings)


def two_players(club: Club, first: Player, second: Player, span: Span) -> TwoPlayers:
    """Return the comparison in the chosen game, or else in the one they played most, in two
    queries.
    """
    one, other = str(first.pk), str(second.pk)
    sheets = counted_sessions(club, span.season)
    totals = totals_in(club.pk, span.season)
    played = _games(totals, first.pk) & _games(totals, second.pk)
    games = [game for game in games_in(sheets, one) if game in played]
    game = span.game or next(iter(games), "")
    chosen = [sheet for sheet in sheets if sheet.game == game]
    return TwoPlayers(
        first=first,
        second=second,
        games=games,
        game=game,
        together=_shared(chosen, "with", one, other),
        apart=_shared(chosen, "against", one, other),
        evenings=_evenings([row for row in totals if row.game == game], first.pk, second.pk),
    )


def comparable_players(club: Club, player: Player) -> list[tuple[str, str]]:
    """Return the id and name of every player whom this one can be compared with, sorted by name."""
    rows = Player.objects.filter(club=club, balances__isnull=False).exclude(pk=player.pk)
    found = {(str(pk), name) for pk, name in rows.values_list("pk", "name").distinct()}
    return sorted(offerable_players(club.id, list(found)), key=lambda one: collation_key(one[1]))


def _games(totals: Iterable[SeasonTotal], player: UUID) -> set[str]:
    return {one.game for one in totals if one.player == player}


def _shared(sheets: Iterable[CountedSession], part: str, one: str, other: str) -> SharedHands:
    hands = first = second = 0
    for sheet in sheets:
        players = sheet.facts["players"]
        if one in players and other in players[one][part]:
            number, points = players[one][part][other]
            hands, first = hands + number, first + points
            second += players[other][part][one][1]
    return SharedHands(hands, first, second)


def _evenings(totals: Iterable[SeasonTotal], first: UUID, second: UUID) -> list[SharedEvening]:
    nights: dict[UUID, dict[date, int]] = {first: {}, second: {}}
    for one in totals:
        if one.player in nights:
            points = nights[one.player]
            points[one.day] = points.get(one.day, 0) + one.points
    found: list[SharedEvening] = []
    mine = theirs = 0
    for day in sorted(nights[first].keys() & nights[second].keys()):
        mine, theirs = mine + nights[first][day], theirs + nights[second][day]
        found.append(SharedEvening(day, nights[first][day], nights[second][day], mine, theirs))
    return found
