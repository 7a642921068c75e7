"""The records of a club: highest scores, the hat, the value of announcements, and trophies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from scoring.games import GAMES
from tarokk_club.club.models import Club
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.seasons.queries.season_totals import (
    Filters,
    SeasonTotal,
    list_mayors,
    load_totals,
)
from tarokk_club.club.statistics.queries.careers import FigureCount, build_figure_rows
from tarokk_club.club.statistics.queries.series import Series, find_longest_series
from tarokk_club.club.statistics.queries.spans import (
    CountedSession,
    HandLink,
    Span,
    build_hand_link,
    find_last_hat_day,
    load_counted_sessions,
    rank_played_games,
)
from tarokk_club.club.statistics.queries.trophies import Shelf, group_by_kind, list_trophies
from tarokk_club.club.values.season_ranking import (
    compute_percentage,
    compute_points_per_hand,
)

# The number of rarest figures that the page lists.
RAREST = 5
YEAR = timedelta(days=364)


@dataclass(frozen=True, slots=True)
class FigureValue:
    """The points that a figure brought when announced, and when tried without announcement.

    A declaration of cards cannot fail, so all of its occurrences count as announced.

    silent: number of attempts without announcement.
    each, silent_each: points of a player per occurrence, in hundredths.
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
        return compute_percentage(self.made, self.announced)

    @property
    def failed(self) -> int:
        """The number of times the figure was announced but not made."""
        return self.announced - self.made

    @property
    def silent_failed(self) -> int:
        """The number of unannounced attempts that failed or that the other side made."""
        return self.silent - self.silent_made


@dataclass(frozen=True, slots=True)
class RareFigure:
    """A figure that was rarely made, with the latest hand in which it was made."""

    term: str
    times: int
    hand: HandLink


@dataclass(frozen=True, slots=True)
class ClubRecord:
    """A record of the club with its holders.

    names: names of the holders, empty if a session holds the record.
    number: value of the record.
    day: day on which it was set.
    hand: hand in which it was set, None if it was not set in a single hand.
    session: session that holds the record, None if a hand or an evening holds it.
    """

    names: tuple[str, ...]
    number: int
    day: date
    hand: HandLink | None = None
    session: UUID | None = None


@dataclass(frozen=True, slots=True)
class HatPeriod:
    """A period during which a player wore the hat.

    days: number of days.
    """

    name: str
    since: date
    days: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubRecords:
    """The content of the page of records for a game.

    days: number of hands, by day.
    first, last: first and last day of the calendar.
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
    paid: Sequence[FigureValue]
    declared: Sequence[FigureValue]
    rarest: Sequence[RareFigure]
    hat: Sequence[HatPeriod]
    shelves: Sequence[Shelf]
    days: Mapping[date, int]
    first: date
    last: date


def load_club_records(
    club: Club, span: Span, names: Mapping[str, str] | None = None
) -> ClubRecords:
    """Return the records of the club in the chosen season and game, in at most four queries.

    names: name of each player, by id; None to load them.
    """
    all_sheets = load_counted_sessions(club, span.season)
    games = rank_played_games(all_sheets)
    game = span.game or next(iter(games), "")
    sheets = [sheet for sheet in all_sheets if sheet.game == game]
    filters = Filters(game=game)
    totals = [total for total in load_totals(club.pk, span.season) if filters.matches(total)]
    names = load_names(club.id) if names is None else names
    first, last = _find_calendar_range(club, span)
    return ClubRecords(
        games=games,
        game=game,
        sessions=len(sheets),
        evenings=len({sheet.day for sheet in sheets}),
        hands=sum(sheet.hands for sheet in sheets),
        players=len({player for sheet in sheets for player in sheet.facts["players"]}),
        highest=_find_highest_score(sheets, names),
        longest=_find_longest_session(sheets),
        evening=_find_best_evening(totals, names),
        series=find_longest_series(sheets, names),
        paid=_build_figure_values(sheets, declared=False),
        declared=_build_figure_values(sheets, declared=True),
        rarest=_find_rarest_figures(sheets),
        hat=_build_hat_periods(club, span, totals, names),
        shelves=group_by_kind(list_trophies(sheets, names)),
        days=_count_hands_by_day(sheets),
        first=first,
        last=last,
    )


def _find_calendar_range(club: Club, span: Span) -> tuple[date, date]:
    """Return the first and the last day of the calendar.

    The calendar covers the first year of the season, or the whole season if that is shorter;
    without a season, it covers the year up to today.
    """
    if span.season is None:
        return get_today(club) - YEAR, get_today(club)
    last = span.season.starts + YEAR
    return span.season.starts, min(last, span.season.ends or last)


def _count_hands_by_day(sheets: Iterable[CountedSession]) -> dict[date, int]:
    by_day: dict[date, int] = {}
    for sheet in sheets:
        by_day[sheet.day] = by_day.get(sheet.day, 0) + sheet.hands
    return by_day


def _get_player_names(names: Mapping[str, str], players: Iterable[str]) -> tuple[str, ...]:
    return tuple(names.get(player, player) for player in players)


def _find_highest_score(
    sheets: Iterable[CountedSession], names: Mapping[str, str]
) -> ClubRecord | None:
    """Return the record for the most points that a player gained in a hand.

    Among equal hands the earliest holds the record, with all players who have these points in it.
    Return None if there are no hands.
    """
    best: ClubRecord | None = None
    for sheet in sheets:
        # In the order of the hands, not of the players in the stored counts.
        bests = [
            (build_hand_link(sheet, facts["best"]), player)
            for player, facts in sheet.facts["players"].items()
        ]
        for hand, player in sorted(bests, key=lambda row: row[0].number):
            if best is None or hand.points > best.number:
                best = ClubRecord(_get_player_names(names, [player]), hand.points, sheet.day, hand)
            elif best.hand and (hand.entry, hand.points) == (best.hand.entry, best.number):
                # Sorted, because some databases change the order of JSON keys.
                held = sorted((*best.names, *_get_player_names(names, [player])))
                best = ClubRecord(tuple(held), best.number, best.day, hand)
    return best


def _find_longest_session(sheets: Sequence[CountedSession]) -> ClubRecord | None:
    longest = max(sheets, key=lambda sheet: sheet.hands, default=None)
    if longest is None:
        return None
    return ClubRecord((), longest.hands, longest.day, session=longest.session)


def _find_best_evening(
    totals: Iterable[SeasonTotal], names: Mapping[str, str]
) -> ClubRecord | None:
    points_by_evening: dict[tuple[date, str], int] = {}
    for total in totals:
        key = (total.day, total.player)
        points_by_evening[key] = points_by_evening.get(key, 0) + total.points
    if not points_by_evening:
        return None
    day, player = max(sorted(points_by_evening), key=lambda key: points_by_evening[key])
    return ClubRecord(_get_player_names(names, [player]), points_by_evening[day, player], day)


def _build_figure_values(sheets: Iterable[CountedSession], *, declared: bool) -> list[FigureValue]:
    """Return the average value of each figure that can be announced.

    Those that were announced come first, then the highest.

    declared: whether to return the declarations of cards instead, the most frequent first.
    """
    rows = build_figure_rows(
        (sheet.find_figure_term(key), numbers)
        for sheet in sheets
        for facts in sheet.facts["players"].values()
        for key, numbers in facts["figures"].items()
        if (key in GAMES[sheet.game].info.declared) == declared
    )
    if declared:
        return [_build_declaration_value(row) for row in rows]
    values = [_build_figure_value(row) for row in rows]
    return sorted(
        values,
        key=lambda value: (not value.announced, -value.each, -value.silent_each, value.term),
    )


def _build_figure_value(row: FigureCount) -> FigureValue:
    silent = row.silent + row.silent_failed
    return FigureValue(
        row.term,
        announced=row.announced,
        made=row.made,
        each=compute_points_per_hand(row.announced_points, row.announced),
        silent=silent,
        silent_made=row.silent,
        silent_each=compute_points_per_hand(row.points - row.announced_points, silent),
    )


def _build_declaration_value(row: FigureCount) -> FigureValue:
    times = row.announced + row.silent + row.silent_failed
    return FigureValue(
        row.term,
        times,
        times,
        compute_points_per_hand(row.points, times),
        0,
        0,
        0,
    )


def _find_rarest_figures(sheets: Iterable[CountedSession]) -> list[RareFigure]:
    rare: dict[str, RareFigure] = {}
    for sheet in sheets:
        for key, (times, entry, number, _players) in sheet.facts["made"].items():
            term = sheet.find_figure_term(key)
            before = rare[term].times if term in rare else 0
            rare[term] = RareFigure(
                term, before + times, build_hand_link(sheet, (0, entry, number))
            )
    return sorted(rare.values(), key=lambda row: (row.times, row.term))[:RAREST]


def _build_hat_periods(
    club: Club, span: Span, totals: Iterable[SeasonTotal], names: Mapping[str, str]
) -> list[HatPeriod]:
    """Return the periods during which a player wore the hat, latest first.

    A period ends when another player loses the XXI.
    """
    changes: list[tuple[date, str]] = []
    for day, mayor in list_mayors(totals):
        if not changes or changes[-1][1] != mayor:
            changes.append((day, mayor))
    until = find_last_hat_day(club, span)
    ends = [day for day, _mayor in changes[1:]] + [until + timedelta(days=1)]
    worn = [
        HatPeriod(names.get(mayor, mayor), day, max((end - day).days, 1))
        for (day, mayor), end in zip(changes, ends, strict=False)
    ]
    return worn[::-1]
