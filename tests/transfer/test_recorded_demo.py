"""The recorded evenings of the demonstration club, created on any day."""

import json
from datetime import date, datetime, timedelta
from io import StringIO
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.management import call_command
from django.utils import translation

from scoring.answer import replay_document
from scoring.document import read_head
from scoring.parsing import parse_strict_json
from tarokk_club.club.audit.queries import iter_findings
from tarokk_club.club.models import Club, Season, Session, Tournament
from tarokk_club.club.transfer.demo_calendar import find_saturday_before, list_seasons_until
from tarokk_club.club.transfer.recorded_demo import (
    FOLDER,
    load_recorded_club,
    load_recorded_sessions,
    load_recorded_tournaments,
    shorten_document,
)
from tools.demo.record import build_recording

ALL = load_recorded_club().hands
RECORDED = date(2026, 11, 22)
MONTHS = [date(2027, month, 1) for month in range(1, 13)]
# Leap years, and years whose first Wednesdays lie elsewhere.
DAYS = [*MONTHS, RECORDED, date(2028, 2, 29), date(2031, 6, 30), date(2099, 8, 31)]


def _days(today: date, hands: int = ALL) -> list[date]:
    return [date.fromisoformat(one["date"]) for one in load_recorded_sessions(today, hands=hands)]


def _hands(document: dict[str, list[dict[str, str]]]) -> int:
    return sum(event["type"] == "hand" for event in document["events"])


@pytest.mark.ci
def test_the_files_equal_a_new_recording() -> None:
    assert {path.name: path.read_text("utf-8") for path in FOLDER.iterdir()} == build_recording()


@pytest.mark.parametrize("today", DAYS, ids=str)
def test_the_club_has_played_on_wednesdays_until_that_day(today: date) -> None:
    days = _days(today)
    seasons = list_seasons_until(today)

    assert days == sorted(days)
    assert days[-1] == today and today not in days[:-1]
    assert {day.weekday() for day in days[:-1]} <= {2}
    for season in seasons:
        evenings = [day for day in days[:-1] if season.starts <= day <= (season.ends or today)]
        assert set(evenings) == set(list(season.iter_evenings(today))[: len(set(evenings))])
        assert len(set(evenings)) >= min(43, len(list(season.iter_evenings(today))))


def test_a_recording_does_not_change_when_the_season_goes_on() -> None:
    before = list(load_recorded_sessions(RECORDED, hands=ALL))[:-1]
    later = list(load_recorded_sessions(RECORDED + timedelta(weeks=4), hands=ALL))

    assert later[: len(before)] == before
    assert len(before) + 3 < len(later)


def test_every_session_of_a_whole_season_is_scored() -> None:
    for document in load_recorded_sessions(date(2027, 8, 31), hands=ALL):
        head = read_head(parse_strict_json(json.dumps(document).encode()))
        points = [line.points for step in replay_document(head) for line in step.lines]
        assert all(sum(each.values()) == 0 for each in points)


@pytest.mark.parametrize("hands", [1, 400, 1500])
def test_fewer_hands_leave_each_session_its_share(hands: int) -> None:
    whole = list(load_recorded_sessions(RECORDED, hands=ALL))
    short = list(load_recorded_sessions(RECORDED, hands=hands))

    assert len(short) == len(whole)
    for few, many in zip(short[:-1], whole[:-1], strict=True):
        assert _hands(few) == -(-_hands(many) * hands // ALL)
        assert few["events"][-1] == many["events"][-1] == {"type": "end"}
        assert many["events"][: len(few["events"]) - 1] == few["events"][:-1]
        assert list(replay_document(read_head(parse_strict_json(json.dumps(few).encode()))))
    assert short[-1] == whole[-1]


def test_a_session_is_cut_after_a_hand() -> None:
    hand, end = {"type": "hand"}, {"type": "end"}
    leave = {"type": "leave", "player": "A"}

    assert shorten_document({"events": [hand, leave, hand, end]}, 1) == {"events": [hand, end]}
    assert shorten_document({"events": [hand, leave, hand]}, 0) == {"events": [hand]}
    assert shorten_document({"events": [hand, leave, hand, end]}, 2)["events"] == [
        hand,
        leave,
        hand,
        end,
    ]


def test_recording_uses_the_language_of_the_site() -> None:
    with translation.override("hu"):
        sessions = list(load_recorded_sessions(RECORDED, hands=ALL))
        cups = [cup.name for cup in load_recorded_tournaments(RECORDED, short=False)]

    assert {one["title"] for one in sessions} == {"1. asztal", "2. asztal"}
    notes = {event["note"] for one in sessions for event in one["events"] if "note" in event}
    assert len(notes) == 1 and "side bet" not in notes.pop()
    assert cups == ["Kupa", "Bajnokság"]


@pytest.mark.parametrize(("short", "turns"), [(True, 1), (False, 4)])
def test_everybody_deals_the_number_of_turns_of_the_tournament(*, short: bool, turns: int) -> None:
    cup, championship = load_recorded_tournaments(RECORDED, short=short)

    assert [_hands({"events": one}) for one in cup.tables] == [4 * turns] * 12
    assert [_hands({"events": one}) for one in championship.tables] == [
        *(3 * turns, 3 * turns, 4 * turns) * 2
    ]
    assert (cup.day, championship.day) == (date(2026, 11, 21), date(2026, 10, 17))


@pytest.mark.parametrize(
    ("today", "names"),
    [
        (date(2026, 11, 21), ["2024/25", "2025/26", "2026/27"]),
        (date(2026, 9, 1), ["2024/25", "2025/26", "2026/27"]),
        (date(2026, 8, 31), ["2023/24", "2024/25", "2025/26"]),
        (date(2100, 1, 1), ["2097/98", "2098/99", "2099/00"]),
    ],
)
def test_the_seasons_run_until_today(today: date, names: list[str]) -> None:
    seasons = list_seasons_until(today)

    assert [season.name for season in seasons] == names
    assert [season.ends is None for season in seasons] == [False, False, True]
    assert all(one.ends and (two.starts - one.ends).days == 1 for one, two in pairwise(seasons))


def test_a_tournament_is_never_of_today() -> None:
    assert find_saturday_before(date(2026, 11, 21)) == date(2026, 11, 14)
    assert find_saturday_before(date(2026, 11, 22)) == date(2026, 11, 21)


def _made_on(day: date) -> Club:
    noon = datetime(day.year, day.month, day.day, 12, tzinfo=ZoneInfo("Europe/Budapest"))
    with time_machine.travel(noon):
        call_command("demo", hands=1, stdout=StringIO())
    return Club.objects.get(demo=True)


def _counted(club: Club) -> tuple[list[date], int, int, list[object]]:
    """Of which days its open sessions are, how many seasons and tournaments it has, and what the
    audit finds.
    """
    return (
        [one.date for one in Session.objects.filter(club=club, closed=False)],
        Season.objects.filter(club=club).count(),
        Tournament.objects.filter(club=club).count(),
        list(iter_findings(club.pk)),
    )


@pytest.mark.ci
@pytest.mark.django_db(transaction=True)
def test_evenings_are_recorded_on_the_first_day_of_a_season() -> None:
    assert _counted(_made_on(date(2027, 9, 1))) == ([date(2027, 9, 1)], 3, 2, [])


@pytest.mark.ci
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("today", DAYS, ids=str)
def test_evenings_are_recorded_on_days_of_every_month(today: date) -> None:
    assert _counted(_made_on(today)) == ([today], 3, 2, [])
