"""The three seasons of the demonstration club."""

from datetime import date
from itertools import pairwise
from random import Random

import pytest

from tools.demo.evening import Evening
from tools.demo.seasons import Wording, programme, seasons_until

WORDING = Wording(tables=("Table 1", "Table 2"), adjusted="A side bet")
TODAY = date(2026, 11, 21)


def _plans(today: date, hands: int = 2900) -> list[Evening]:
    return list(programme(today, hands=hands, wording=WORDING, rng=Random(1)))


@pytest.mark.parametrize(
    ("today", "names"),
    [
        (TODAY, ["2024/25", "2025/26", "2026/27"]),
        (date(2026, 9, 1), ["2024/25", "2025/26", "2026/27"]),
        (date(2026, 8, 31), ["2023/24", "2024/25", "2025/26"]),
        (date(2100, 1, 1), ["2097/98", "2098/99", "2099/00"]),
    ],
)
def test_the_seasons_run_until_today(today: date, names: list[str]) -> None:
    seasons = seasons_until(today)

    assert [season.name for season in seasons] == names
    assert [season.ends is None for season in seasons] == [False, False, True]
    assert all(one.ends and (two.starts - one.ends).days == 1 for one, two in pairwise(seasons))


def test_the_programme_fills_them() -> None:
    plans = _plans(TODAY)

    days = [plan.day for plan in plans if plan.day]
    assert days == sorted(days)
    assert {day.weekday() for day in days[:-1]} == {2}
    assert {plan.game for plan in plans} == {
        *("paskievics", "illustrated", "danish", "romanian", "taper")
    }
    assert 2800 < sum(plan.hands for plan in plans) < 3000
    assert {len(plan.players) for plan in plans} == {3, 4, 5}
    assert any(plan.joins for plan in plans)
    assert any(plan.notice for plan in plans)


@pytest.mark.parametrize("today", [TODAY, date(2026, 9, 1), date(2027, 7, 20)])
def test_one_session_is_open_today(today: date) -> None:
    still_open = [plan for plan in _plans(today) if not plan.finished]

    assert [(plan.game, plan.day) for plan in still_open] == [("paskievics", today)]
