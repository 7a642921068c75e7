"""Checks of the days that a user enters."""

from datetime import date

from scoring.core.problem import Problem

# An earlier year must be a typing error, and accounting software may refuse it.
FIRST_YEAR = 1900
# Seasons may end years ahead; a much later year would make date arithmetic overflow.
LAST_YEAR = 2999


def find_day_problems(day: date, *, today: date) -> list[Problem]:
    """Return the problems with a day that must not be in the future."""
    if day > today:
        return [Problem("date_in_future", "date")]
    return find_year_problems(day, "date")


def find_year_problems(day: date, key: str) -> list[Problem]:
    """Return the problems with the year of a day.

    key: name of the field with the day.
    """
    if day.year < FIRST_YEAR:
        return [Problem("date_too_early", key, {"year": FIRST_YEAR})]
    if day.year > LAST_YEAR:
        return [Problem("date_too_late", key, {"year": LAST_YEAR})]
    return []
