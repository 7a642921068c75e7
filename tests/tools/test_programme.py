"""Which evenings the demonstration club is to play."""

from datetime import date, timedelta
from random import Random

import pytest

from tools.demo.evening import SessionPlan
from tools.demo.seasons import Wording, plan_rest_of_season, plan_seasons

WORDING = Wording(tables=("Table 1", "Table 2"), adjustment_note="A side bet")
TODAY = date(2026, 11, 21)


def _plans(today: date, hands: int = 2900) -> list[SessionPlan]:
    return list(plan_seasons(today, hands=hands, wording=WORDING, rng=Random(1)))


def test_the_program_fills_them() -> None:
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


def test_the_season_goes_on_after_the_day_until_the_summer() -> None:
    plans = list(plan_rest_of_season(TODAY, hands=16, wording=WORDING, rng=Random(2)))

    days = sorted({plan.day for plan in plans if plan.day})
    assert days == [date(2026, 11, 25) + timedelta(weeks=week) for week in range(32)]
    assert days[-1] == date(2027, 6, 30)
    assert {plan.finished for plan in plans} == {True}
