"""Evenings in sentences, in the languages of their readers."""

from datetime import date

import pytest
from django.utils import translation

from tarokk_club.club.calendar.table_plan import plan_tables
from tarokk_club.club.calendar.words import (
    describe_people_sitting_out,
    describe_series,
    describe_tables,
)
from tarokk_club.club.formatting.numbers_and_dates import NO_BREAK
from tarokk_club.club.models import EveningSeries

# A second Friday.
DAY = date(2026, 11, 13)


@pytest.mark.parametrize(
    ("count", "tables", "left"),
    [
        (0, "", ""),
        (2, "", "2 more make a table."),
        (3, "", "1 more makes a table."),
        (8, "2 tables of 4", ""),
        (13, "2 tables of 4 and 1 table of 5", ""),
        (6, "1 table of 5", "1 sits out; with 2 more, everybody plays."),
        (7, "1 table of 5", "2 sit out; with 1 more, everybody plays."),
    ],
)
def test_so_many_make_these_tables(count: int, tables: str, left: str) -> None:
    plan = plan_tables(count, 4, 5)

    assert (describe_tables(plan), describe_people_sitting_out(plan)) == (tables, left)


def test_more_than_a_hall_holds_are_not_counted_out_one_by_one() -> None:
    plan = plan_tables(10_000, 3, 4)

    assert sum(plan.sizes) + plan.out == 10_000


@pytest.mark.parametrize(
    ("language", "rhythm", "said"),
    [
        ("en", "weekly", "Every Friday, until Fri, 25 Dec 2026."),
        ("en", "fortnightly", "Every second Friday, until Fri, 25 Dec 2026."),
        ("en", "monthly", "Every second Friday of the month, until Fri, 25 Dec 2026."),
        ("hu", "monthly", "Minden hónap második pénteki napján, eddig: 2026. dec. 25., péntek."),
        ("da", "weekly", "Hver fredag til og med fre. 25. dec. 2026."),
        ("ro", "weekly", "În fiecare vineri, până la vin., 25 dec. 2026."),
    ],
)
def test_how_an_evening_repeats(language: str, rhythm: str, said: str) -> None:
    series = EveningSeries(rhythm=rhythm, starts=DAY, until=date(2026, 12, 25))

    with translation.override(language):
        assert describe_series(series, DAY).replace(NO_BREAK, " ") == said
