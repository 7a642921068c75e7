"""The records of a club: highest scores, the hat, the value of announcements, trophies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from scoring.games import GAMES
from tarokk_club.club.models import Club
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.seasons.queries.season_totals import (
    Filters,
    SeasonTotal,
    mayors_of,
    totals_in,
)
from tarokk_club.club.statistics.queries.careers import FigureCount, figure_rows, percent
from tarokk_club.club.statistics.queries.series import Series, longest_series
from tarokk_club.club.statistics.queries.spans import (
    CountedSession,
    Span,
    SpanPlace,
    counted_sessions,
    games_in,
    last_day,
    span_place_of,
)
from tarokk_club.club.statistics.queries.trophies import Shelf, shelves_of, trophies_of
from tarokk_club.club.values.counting import average, hundredths

# The number of rarest figures on the page.
RAREST = 5
YEAR = timedelta(days=364)


@dataclass(frozen=True, slots=True)
class FigurePay:
    """The points that a figure brought when it was announced, and when it was made in silence.

    A declaration cannot fail, so all its counts are in `announced`.

    each, silent_each: points of one player per occurrence, in hundredths.
    """

    term: str
    announced: int
    made: int
    each: int
    silent: int
    silent_made: int
    silent_each: int

    @property
    def rate(self) -> int:
        """The percentage of announced figures that were made."""
        return percent(self.made, self.announced)

    @property
    def failed(self) -> int:
        """The number of times it was announced and not made."""
        return self.announced - self.made

    @property
    def silent_failed(self) -> int:
        """The number of times it was tried in silence and failed, or went to the other side."""
        return self.silent - self.silent_made


@dataclass(frozen=True, slots=True)
class Rare:
    """A figure that was rarely made, with the hand in which it was last made."""

    term: str
    times: int
    place: SpanPlace


@dataclass(frozen=True, slots=True)
class ClubRecord:
    """A record with its holders.

    number: the value of the record.
    day: the day on which it was set.
    place: the hand in which it was set, None if it is not of a single hand.
    session: the session of a record that is not of a single hand.
    """

    names: tuple[str, ...]
    number: int
    day: date
    place: SpanPlace | None = None
    session: UUID | None = None


@dataclass(frozen=True, slots=True)
class HatPeriod:
    """A period for which one player wore the hat.

    days: number of days.
    """

    name: str
    since: date
    days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubRecords:
    """Everything that the page of records shows of one game.

    days: number of hands by day.
    first, last: the days that the calendar covers.
    """

    games: Sequence[str]
    game: str
    sessions: int
    evenings: int
    hands: int
    players: int
    highest: ClubRecord | None
    longest: ClubRecord | None
    evening: ClubRecord | None
    series: Sequence[Series]
    paid: Sequence[FigurePay]
    declared: Sequence[FigurePay]
    rarest: Sequence[Rare]
    hat: Sequence[HatPeriod]
    shelves: Sequence[Shelf]
    days: Mapping[date, int]
    first: date
    last: date


def club_records(club: Club, span: Span) -> ClubRecords:
    """Return the records of the club, in four queries."""
    every = counted_sessions(club, span.season)
    games = games_in(every)
    game = span.game or next(iter(games), "")
    sheets = [one for one in every if one.game == game]
    filters = Filters(game=game)
    totals = [one for one in totals_in(club.pk, span.season) if filters.fit(one)]
    names = names_in(club.id)
    first, last = _calendar(club, span)
    return ClubRecords(
        games=games,
        game=game,
        sessions=len(sheets),
        evenings=len({one.day for one in sheets}),
        hands=sum(one.hands for one in sheets),
        players=len({player for one in sheets for player in one.facts["players"]}),
        highest=_highest(sheets, names),
        longest=_longest(sheets),
        evening=_best_evening(totals, names),
        series=longest_series(sheets, names),
        paid=_paid(sheets, declared=False),
        declared=_paid(sheets, declared=True),
        rarest=_rarest(sheets),
        hat=_hat(club, span, totals, names),
        shelves=shelves_of(trophies_of(sheets, names)),
        days=_hands_by_day(sheets),
        first=first,
        last=last,
    )


def _calendar(club: Club, span: Span) -> tuple[date, date]:
    """Return the first and last day of the calendar.

    With a season it is a year from the season's first day, or less if the season ends earlier;
    without one, the year up to today.
    """
    if span.season is None:
        return today(club) - YEAR, today(club)
    last = span.season.starts + YEAR
    return span.season.starts, min(last, span.season.ends or last)


def _hands_by_day(sheets: Iterable[CountedSession]) -> dict[date, int]:
    found: dict[date, int] = {}
    for one in sheets:
        found[one.day] = found.get(one.day, 0) + one.hands
    return found


def _named(names: Mapping[str, str], players: Iterable[str]) -> tuple[str, ...]:
    return tuple(names.get(player, player) for player in players)


def _highest(sheets: Iterable[CountedSession], names: Mapping[str, str]) -> ClubRecord | None:
    """Return the most points that any player gained in a hand.

    If several hands tie, the earliest wins; all players with the same points in it are named.
    """
    best: ClubRecord | None = None
    for one in sheets:
        for player, facts in one.facts["players"].items():
            place = span_place_of(one, facts["best"])
            if best is None or place.points > best.number:
                best = ClubRecord(_named(names, [player]), place.points, one.day, place)
            elif best.place and (place.entry, place.points) == (best.place.entry, best.number):
                # Sorted, because not every database preserves the order of keys.
                held = sorted((*best.names, *_named(names, [player])))
                best = ClubRecord(tuple(held), best.number, best.day, place)
    return best


def _longest(sheets: Sequence[CountedSession]) -> ClubRecord | None:
    one = max(sheets, key=lambda sheet: sheet.hands, default=None)
    return ClubRecord((), one.hands, one.day, session=one.session) if one else None


def _best_evening(totals: Iterable[SeasonTotal], names: Mapping[str, str]) -> ClubRecord | None:
    nights: dict[tuple[date, str], int] = {}
    for one in totals:
        key = (one.day, str(one.player))
        nights[key] = nights.get(key, 0) + one.points
    if not nights:
        return None
    day, player = max(sorted(nights), key=lambda key: nights[key])
    return ClubRecord(_named(names, [player]), nights[day, player], day)


def _paid(sheets: Iterable[CountedSession], *, declared: bool) -> list[FigurePay]:
    """Return the average value of each figure, highest first.

    declared: whether to return the declarations of cards before play, which are not
        announcements.
    """
    rows = figure_rows(
        (one.figure(key), numbers)
        for one in sheets
        for facts in one.facts["players"].values()
        for key, numbers in facts["figures"].items()
        if (key in GAMES[one.game].lore.declared) == declared
    )
    if declared:
        return [_declared_of(row) for row in rows]
    found = [_paid_of(row) for row in rows]
    return sorted(found, key=lambda one: (not one.announced, -one.each, -one.silent_each, one.term))


def _paid_of(row: FigureCount) -> FigurePay:
    silent = row.silent + row.silent_failed
    return FigurePay(
        row.term,
        announced=row.announced,
        made=row.made,
        each=hundredths(average(row.said_points, row.announced)),
        silent=silent,
        silent_made=row.silent,
        silent_each=hundredths(average(row.points - row.said_points, silent)),
    )


def _declared_of(row: FigureCount) -> FigurePay:
    times = row.announced + row.silent + row.silent_failed
    return FigurePay(row.term, times, times, hundredths(average(row.points, times)), 0, 0, 0)


def _rarest(sheets: Iterable[CountedSession]) -> list[Rare]:
    found: dict[str, Rare] = {}
    for one in sheets:
        for key, (times, entry, number, _players) in one.facts["made"].items():
            term = one.figure(key)
            before = found[term].times if term in found else 0
            found[term] = Rare(term, before + times, span_place_of(one, (0, entry, number)))
    return sorted(found.values(), key=lambda rare: (rare.times, rare.term))[:RAREST]


def _hat(
    club: Club, span: Span, totals: Iterable[SeasonTotal], names: Mapping[str, str]
) -> list[HatPeriod]:
    """Return the periods in which the hat was worn, latest first.

    The hat passes on when another player loses the XXI.
    """
    changes: list[tuple[date, str]] = []
    for day, mayor in mayors_of(totals):
        if not changes or changes[-1][1] != mayor:
            changes.append((day, mayor))
    until = last_day(club, span)
    ends = [day for day, _mayor in changes[1:]] + [until + timedelta(days=1)]
    worn = [
        HatPeriod(names.get(mayor, mayor), day, max((end - day).days, 1))
        for (day, mayor), end in zip(changes, ends, strict=False)
    ]
    return worn[::-1]
