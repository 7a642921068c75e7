"""What a club argues about: records, the hat, what announcing pays, trophies."""

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

# This many of the rarest figures are shown.
RAREST = 5
YEAR = timedelta(days=364)


@dataclass(frozen=True, slots=True)
class FigurePay:
    """What a figure paid whoever announced it, and whoever did it in silence; each: points of one
    player each time, in hundredths. Of a declaration, which cannot fail, all is in `announced`.
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
        """Made of a hundred announced ones."""
        return percent(self.made, self.announced)

    @property
    def failed(self) -> int:
        """How often it was announced and not made."""
        return self.announced - self.made

    @property
    def silent_failed(self) -> int:
        """How often it was tried in silence, or went to the others."""
        return self.silent - self.silent_made


@dataclass(frozen=True, slots=True)
class Rare:
    """A figure that was seldom made, and where it was made last."""

    term: str
    times: int
    place: SpanPlace


@dataclass(frozen=True, slots=True)
class Held:
    """A record: who holds it, how much it is, where; day: for what is of no single hand."""

    names: tuple[str, ...]
    number: int
    day: date
    place: SpanPlace | None = None
    session: UUID | None = None


@dataclass(frozen=True, slots=True)
class Worn:
    """The hat on one head: since when, and for how many days."""

    name: str
    since: date
    days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubRecords:
    """Everything on the page, of one game; days: hands by day; first, last: what the calendar
    covers.
    """

    games: Sequence[str]
    game: str
    sessions: int
    evenings: int
    hands: int
    players: int
    highest: Held | None
    longest: Held | None
    evening: Held | None
    series: Sequence[Series]
    paid: Sequence[FigurePay]
    declared: Sequence[FigurePay]
    rarest: Sequence[Rare]
    hat: Sequence[Worn]
    shelves: Sequence[Shelf]
    days: Mapping[date, int]
    first: date
    last: date


def club_records(club: Club, span: Span) -> ClubRecords:
    """The figures of the club in four queries."""
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
    """A year from the first day of the season, or the last one of what was chosen."""
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


def _highest(sheets: Iterable[CountedSession], names: Mapping[str, str]) -> Held | None:
    """The most that a hand brought somebody; of equals the earliest, with all who got as much."""
    best: Held | None = None
    for one in sheets:
        for player, facts in one.facts["players"].items():
            place = span_place_of(one, facts["best"])
            if best is None or place.points > best.number:
                best = Held(_named(names, [player]), place.points, one.day, place)
            elif best.place and (place.entry, place.points) == (best.place.entry, best.number):
                # The order of the keys is not kept by every database.
                held = sorted((*best.names, *_named(names, [player])))
                best = Held(tuple(held), best.number, best.day, place)
    return best


def _longest(sheets: Sequence[CountedSession]) -> Held | None:
    one = max(sheets, key=lambda sheet: sheet.hands, default=None)
    return Held((), one.hands, one.day, session=one.session) if one else None


def _best_evening(totals: Iterable[SeasonTotal], names: Mapping[str, str]) -> Held | None:
    nights: dict[tuple[date, str], int] = {}
    for one in totals:
        key = (one.day, str(one.player))
        nights[key] = nights.get(key, 0) + one.points
    if not nights:
        return None
    day, player = max(sorted(nights), key=lambda key: nights[key])
    return Held(_named(names, [player]), nights[day, player], day)


def _paid(sheets: Iterable[CountedSession], *, declared: bool) -> list[FigurePay]:
    """What each figure was worth, the dearest first; declared: those that are cards told before the
    play, which have nothing to do with announcing.
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
) -> list[Worn]:
    """Who wore it, the latest first; it is handed on when another loses the XXI."""
    changes: list[tuple[date, str]] = []
    for day, mayor in mayors_of(totals):
        if not changes or changes[-1][1] != mayor:
            changes.append((day, mayor))
    until = last_day(club, span)
    ends = [day for day, _mayor in changes[1:]] + [until + timedelta(days=1)]
    worn = [
        Worn(names.get(mayor, mayor), day, max((end - day).days, 1))
        for (day, mayor), end in zip(changes, ends, strict=False)
    ]
    return worn[::-1]
