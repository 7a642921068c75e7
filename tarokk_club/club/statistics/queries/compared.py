"""Two players beside each other, in one game: on one side, against each other, at one evening."""

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
    """Hands that both had cards in, on one side or on two; first, second: the points of each."""

    hands: int
    first: int
    second: int

    @property
    def first_average(self) -> int:
        """Points of the first one per hand, in hundredths."""
        return hundredths(average(self.first, self.hands))

    @property
    def second_average(self) -> int:
        """Points of the second one per hand, in hundredths."""
        return hundredths(average(self.second, self.hands))


@dataclass(frozen=True, slots=True)
class SharedEvening:
    """An evening at which both played: the points of each, and of all such evenings up to it."""

    day: date
    first: int
    second: int
    first_total: int
    second_total: int

    @property
    def ahead(self) -> int:
        """By how much the first one leads."""
        return self.first_total - self.second_total


@dataclass(frozen=True, slots=True, kw_only=True)
class TwoPlayers:
    """games: those that both played, the one played most first; game: which is shown."""

    first: Player
    second: Player
    games: Sequence[str]
    game: str
    together: SharedHands
    apart: SharedHands
    evenings: Sequence[SharedEvening]

    @property
    def last(self) -> SharedEvening | None:
        """How they stand now."""
        return self.evenings[-1] if self.evenings else None

    @property
    def better(self) -> int:
        """At how many evenings the first one had more."""
        return sum(one.first > one.second for one in self.evenings)

    @property
    def worse(self) -> int:
        """At how many the second one had."""
        return sum(one.first < one.second for one in self.evenings)


def two_players(club: Club, first: Player, second: Player, span: Span) -> TwoPlayers:
    """Both in the game that they played most, or the one that was chosen, in two queries."""
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


def others_of(club: Club, player: Player) -> list[tuple[str, str]]:
    """Id and name of everybody the player can be compared with, by name."""
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
