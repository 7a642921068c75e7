"""The range of days that the score book accepts."""

from datetime import date

from scoring.core.problem import Problem

# An earlier year is a typing error, and accounting software may not accept it.
FIRST_YEAR = 1900
# A season may end years ahead; a later year would make date arithmetic overflow.
LAST_YEAR = 2999


def day_problems(day: date, *, today: date) -> list[Problem]:
    """Return the problems with the day of a game or a payment."""
    if day > today:
        return [Problem("date_in_future", "date")]
    return year_problems(day, "date")


def year_problems(day: date, key: str) -> list[Problem]:
    """Return the problems with a day that may be in the future."""
    if day.year < FIRST_YEAR:
        return [Problem("date_too_early", key, {"year": FIRST_YEAR})]
    if day.year > LAST_YEAR:
        return [Problem("date_too_late", key, {"year": LAST_YEAR})]
    return []
