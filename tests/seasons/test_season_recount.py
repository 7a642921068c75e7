"""Every figure of a season, recounted from the exported documents only."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import asdict, replace
from datetime import UTC, date, datetime
from fractions import Fraction
from io import StringIO
from operator import attrgetter
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from pytest_django import DjangoDbBlocker

from scoring.answer import build_result
from scoring.core.options import read_rules
from scoring.document import read_head
from scoring.games import GAMES
from support.recount.board import (
    Rules,
    count_places_gained,
    display_value,
    hundredths,
    places,
    race,
)
from support.recount.book import Book, book_of, days_worn, hats
from support.recount.careers import Again, Own, careers, longest, nights_of, tally
from support.recount.figures import Fate, fates_of, feats
from support.recount.hands import Evening, Hand
from support.recount.strengths import strengths
from tarokk_club.club.models import Club, Player
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.seasons.queries.leaderboard import MOST_RACERS, load_leaderboard
from tarokk_club.club.seasons.queries.season_totals import Filters, load_season_totals
from tarokk_club.club.statistics.queries import ratings
from tarokk_club.club.statistics.queries.careers import Career, CareerShare, load_career
from tarokk_club.club.statistics.queries.records import ClubRecords, load_club_records
from tarokk_club.club.statistics.queries.series import Series
from tarokk_club.club.statistics.queries.spans import HandLink, Span
from tarokk_club.club.statistics.queries.what_if import load_season_scope, rescore_scope

pytestmark = [pytest.mark.ci, pytest.mark.django_db]

HANDS, TODAY = 1200, datetime(2026, 11, 21, 12, tzinfo=UTC)
# What is paid in every hand and nobody sets out to make.
PLAIN = {"game", "count", "last_trick"}
# What the demonstration club plays.
PLAYED = ("danish", "illustrated", "paskievics", "romanian", "taper")


@pytest.fixture(scope="module")
def book(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Book]:
    """Made once, because it is only read; nothing of it is left."""
    # On another day other cards would be dealt.
    with django_db_blocker.unblock(), time_machine.travel(TODAY):
        call_command("demo", hands=HANDS, verbosity=0, stdout=StringIO())
        found = book_of(Club.objects.get(demo=True))
    yield found
    with django_db_blocker.unblock():
        call_command("flush", interactive=False, verbosity=0)


COUNTINGS = [
    Rules(),
    Rules(tie="best"),
    Rules(counts="money", tie="hands"),
    Rules(counts="average", min_hands=60),
    Rules(counts="average", drop_worst=2, min_evenings=12),
    Rules(counts="money", drop_worst=3),
    Rules(drop_worst=100, tie="best", min_evenings=20),
]


@pytest.mark.parametrize("rules", COUNTINGS, ids=repr)
@pytest.mark.parametrize(
    "chosen",
    [
        Filters(),
        Filters(game="paskievics"),
        Filters(table="Table 1", first=date(2025, 11, 1), last=date(2026, 4, 15)),
    ],
    ids=repr,
)
def test_the_leaderboard_agrees(book: Book, rules: Rules, chosen: Filters) -> None:
    season = copy(book.season)
    for name, value in asdict(rules).items():
        setattr(season, name, value)
    counting = [one for one in book.mine if _fits(one, chosen)]
    people = nights_of(counting)
    rules = _of_part(rules, counting, book.mine)

    board = load_leaderboard(book.club, season, chosen)

    assert len(people) == len(board.rows) == 10
    now, change = places(people, rules), count_places_gained(people, rules)
    for row in board.rows:
        nights = people[row.name].values()
        points, hands = (sum(one[key] for one in nights) for key in ("points", "hands"))
        assert (row.place, row.moved) == (now.get(row.name), change[row.name])
        assert (row.evenings, row.hands, row.points) == (len(nights), hands, points)
        assert row.average == hundredths(Fraction(points, hands))
        assert row.counted == display_value(rules.value(people[row.name]), rules)
        assert row.minor == {"HUF": sum(one["money"] for one in nights)}
        wanting = (max(rules.min_hands - hands, 0), max(rules.min_evenings - len(nights), 0))
        assert row.missing == (wanting if any(wanting) else None)
    ranked = [row.name for row in board.rows if row.place]
    assert [one.name for one in board.race] == ranked[:MOST_RACERS]
    assert set(ranked) == set(now)
    for one in board.race:
        assert list(one.totals) == race(people, one.name, rules)
    order = [row.place or 99 for row in board.rows]
    assert order == sorted(order)


def _of_part(rules: Rules, part: list[Evening], whole: list[Evening]) -> Rules:
    """A part asks for as much less as it holds less, rounded up."""

    def less(least: int, held: int, of: int) -> int:
        return min(least, math.ceil(Fraction(least * held, of)))

    days, all_days = ({one.day for one in rows} for rows in (part, whole))
    hands, all_hands = (
        sum(night["hands"] for nights in nights_of(rows).values() for night in nights.values())
        for rows in (part, whole)
    )
    return replace(
        rules,
        min_evenings=less(rules.min_evenings, len(days), len(all_days)),
        min_hands=less(rules.min_hands, hands, all_hands),
    )


def _fits(one: Evening, chosen: Filters) -> bool:
    day = date.fromisoformat(one.day)
    return (
        chosen.game in ("", one.game)
        and chosen.table in ("", one.document["title"])
        and (chosen.first is None or chosen.first <= day)
        and (chosen.last is None or day <= chosen.last)
    )


def test_the_days_with_the_hat_agree(book: Book) -> None:
    worn = hats(book)

    board = load_leaderboard(book.club, book.season)

    assert sum(worn.values()) > 200
    assert {row.name: row.hat_days for row in board.rows if row.hat_days} == worn
    book = book.of("paskievics")
    found = load_club_records(book.club, book.span)
    assert [(row.name, row.since, row.days) for row in found.hat] == days_worn(book)[::-1]


@pytest.mark.parametrize("game", PLAYED)
def test_the_pages_of_the_players_agree(book: Book, game: str) -> None:
    book = book.of(game)
    again, nights, worn = careers(book.mine), nights_of(book.mine), hats(book)
    players = Player.objects.filter(club=book.club, name__in=list(again))

    assert len(players) == len(again) > 3
    for player in players:
        found = load_career(book.club, player, book.span)
        mine = nights[player.name]
        assert [(str(one.day), one.hands, one.points) for one in found.evenings] == [
            (day, mine[day]["hands"], mine[day]["points"]) for day in sorted(mine)
        ]
        assert found.evenings[-1].total == sum(one["points"] for one in mine.values())
        assert {str(day) for day in found.missed} == {one.day for one in book.mine} - {*mine}
        assert found.hat_days == worn.get(player.name, 0)
        _agrees(found, again[player.name], player.name)


def _agrees(found: Career, again: Again, name: str) -> None:
    assert {row.key: _numbers(row) for row in found.roles} == shares(again.roles)
    assert {row.key: _numbers(row) for row in found.bids} == shares(again.bids)
    assert {row.term: (row.called, row.won, row.lost) for row in found.kontras} == {
        f"kontra.{step}": (len(paid), sum(one > 0 for one in paid), sum(one < 0 for one in paid))
        for step, paid in again.kontras.items()
    }
    parts = attrgetter("made", "failed", "silent", "silent_failed", "announced_points", "points")
    assert {row.term: parts(row) for row in found.figures} == figures(again, name)
    assert {
        one.name: (one.with_hands, one.with_average, one.against_hands, one.against_average)
        for one in found.mates
    } == {
        other: (*averaged(again.together.get(other, [])), *averaged(again.apart.get(other, [])))
        for other in {*again.together, *again.apart}
    }
    for run, sign in ((found.won, 1), (found.lost, -1)):
        row = longest(again.hands, sign)
        assert run.hands == len(row) > 0
        assert (str(run.first), str(run.last)) == (row[0][1], row[-1][1])
    assert _own(found.best) == max(again.hands, key=lambda one: one[0])
    assert _own(found.worst) == min(again.hands, key=lambda one: one[0])


def _numbers(row: CareerShare) -> tuple[int, int, int, int, int]:
    return row.hands, row.won, row.points, row.rate, row.average


def _own(hand: HandLink | None) -> Own:
    assert hand
    return hand.points, str(hand.day), hand.number


def shares(rows: Mapping[str, list[int]]) -> dict[str, tuple[int, int, int, int, int]]:
    """Hands, won, points, won of a hundred, average in hundredths."""
    found = {}
    for key, points in rows.items():
        won = sum(one > 0 for one in points)
        rate = int(Fraction(100 * won, len(points)) + Fraction(1, 2))
        found[key] = (len(points), won, sum(points), rate, averaged(points)[1])
    return found


def averaged(points: list[int]) -> tuple[int, int]:
    """How many, and their average in hundredths."""
    return len(points), hundredths(Fraction(sum(points), max(len(points), 1)))


def figures(again: Again, name: str) -> dict[str, tuple[int, ...]]:
    """By the term of the page: those of one name in two games are one row."""
    found: dict[str, list[Fate]] = defaultdict(list)
    for (game, figure), fates in again.figures.items():
        found[GAMES[game].figures[figure]] += fates
    return {term: tally(fates, name) for term, fates in found.items()}


@pytest.mark.parametrize("game", PLAYED)
def test_the_page_of_the_club_agrees(book: Book, game: str) -> None:
    book = book.of(game)
    found = load_club_records(book.club, book.span)
    hands = [hand for one in book.mine for hand in one.hands]
    dealt: dict[str, int] = defaultdict(int)
    for one in book.mine:
        dealt[one.day] += one.dealt

    assert (found.sessions, found.evenings) == (len(book.mine), len(dealt))
    assert {str(day): number for day, number in found.days.items()} == dealt
    assert found.hands == sum(dealt.values())
    assert found.players == len(careers(book.mine))
    _records_agree(found, book, hands)


def _records_agree(found: ClubRecords, book: Book, hands: list[Hand]) -> None:
    most = max(max(hand.net.values()) for hand in hands)
    first = next(hand for hand in hands if max(hand.net.values()) == most)
    assert found.highest
    assert _own(found.highest.hand) == (most, first.day, first.number)
    assert sorted(found.highest.names) == sorted(
        name for name, points in first.net.items() if points == most
    )
    longest_one = max(book.mine, key=lambda one: one.dealt)
    assert found.longest
    assert (found.longest.number, str(found.longest.day)) == (longest_one.dealt, longest_one.day)
    nights = [
        (night["points"], day, name)
        for name, days in nights_of(book.mine).items()
        for day, night in days.items()
    ]
    assert found.evening
    assert found.evening.number == max(nights)[0]
    assert (found.evening.number, str(found.evening.day), *found.evening.names) in nights


@pytest.mark.parametrize("game", PLAYED)
def test_which_announcements_pay_and_which_figures_are_rare_agrees(book: Book, game: str) -> None:
    book = book.of(game)
    declared = GAMES[game].info.declared
    said: dict[str, list[Fate]] = defaultdict(list)
    made: dict[str, list[Hand]] = defaultdict(list)
    for one in book.mine:
        for hand in one.hands:
            for fate in fates_of(hand):
                term = GAMES[hand.game].figures[fate.figure]
                if fate.announced and fate.figure not in declared:
                    said[term].append(fate)
                if fate.made:
                    made[term].append(hand)

    found = load_club_records(book.club, book.span)

    assert said or game == "danish"
    paid = [row for row in found.paid if row.announced]
    assert {row.term: (row.announced, row.made, row.each) for row in paid} == {
        term: (len(fates), sum(one.made for one in fates), averaged(_earned(fates))[1])
        for term, fates in said.items()
    }
    rarest = sorted(made, key=lambda term: (len(made[term]), term))[:5]
    assert [(row.term, row.times, str(row.hand.day), row.hand.number) for row in found.rarest] == [
        (term, len(made[term]), made[term][-1].day, made[term][-1].number) for term in rarest
    ]


def _earned(fates: list[Fate]) -> list[int]:
    return [fate.points.get(fate.owners[0], 0) for fate in fates]


def test_the_trophies_agree(book: Book) -> None:
    book = book.of("paskievics")
    again = [feat for one in book.every for hand in one.hands for feat in feats(hand)]
    steps = max(feat[4] for feat in again if feat[0] == "kontra")
    wanted = [one for one in again if one[0] != "kontra" or one[4] == max(steps, 2)]

    found = load_club_records(book.club, Span(None, (), book.game))

    shelves = {shelf.kind: shelf for shelf in found.shelves}
    assert {one[0] for one in wanted} == {"volat", "xxi", "kontra", "nine"}
    for kind, shelf in shelves.items():
        rows = [one for one in wanted if one[0] == kind]
        shown_ones = [
            (row.kind, str(row.hand.day), row.hand.number, tuple(sorted(row.names)), row.count)
            for row in shelf.trophies
        ]
        assert shelf.number == len(rows)
        assert shown_ones == rows[::-1][: len(shown_ones)]


@pytest.mark.parametrize("game", ["illustrated", "paskievics"])
def test_the_longest_series_agrees_hand_by_hand(book: Book, game: str) -> None:
    book = book.of(game)
    rows = {name: longest(one.hands, 1) for name, one in careers(book.mine).items()}
    most = max(map(len, rows.values()))

    found = load_club_records(book.club, book.span).series

    assert most > 4
    assert {one.name: [*_hands_of(one)] for one in found} == {
        name: [(day, number) for _points, day, number in row]
        for name, row in rows.items()
        if len(row) == most
    }
    assert {one.hands for one in found} == {most}


def _hands_of(one: Series) -> Iterator[tuple[str, int]]:
    for day, row in one.evenings:
        for place in row:
            yield str(day), place.number


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_ratings_agree(book: Book, game: str) -> None:
    again = strengths(one for one in book.every if one.game == game)
    names = load_names(book.club.id)

    found = ratings.compute_ratings(book.club.id, game)

    assert {names[player]: one.hands for player, one in found.items()} == {
        name: hands for name, (_skill, _doubt, hands) in again.items()
    }
    for player, one in found.items():
        skill, doubt, _hands = again[names[player]]
        # The order of the ids is another one than that of the names, and so is the rounding.
        assert abs(one.skill - skill) < 0.51
        assert abs(one.doubt - doubt) < 0.51
    least = [one.least for one in found.values()]
    assert least == sorted(least, reverse=True)


@pytest.mark.parametrize(
    ("game", "raw"),
    [
        ("paskievics", {"preset": "standard", "trull": [3, 5], "talon_honours_to_dealer": True}),
        ("illustrated", {"sas": True, "pagat_ultimo": [6, 12], "talon_honours_to_dealer": True}),
        ("danish", {"pagat_won_pays": True}),
        ("romanian", {"all_pass": "radler", "pool": False}),
        ("taper", {"hep_hep": True}),
    ],
)
def test_what_if_agrees(book: Book, game: str, raw: dict[str, Any]) -> None:
    scope = load_season_scope(book.club, book.season, load_season_totals(book.season), game)
    rules = read_rules(GAMES[game].rules, GAMES[game].presets, raw, [])
    was: dict[str, int] = defaultdict(int)
    now: dict[str, int] = defaultdict(int)
    for one in book.mine:
        if one.game == game:
            other = build_result(read_head({**one.document, "rules": raw}))
            for name in one.came:
                was[name] += one.balances[name]
                now[name] += other["balances"][name]

    found = rescore_scope(scope, rules, load_names(book.club.id))

    assert found.left_out == ()
    assert {row.name: (row.was[1], row.now[1]) for row in found.rows} == {
        name: (was[name], now[name]) for name in was
    }
    assert was != now
