"""Which days the book keeps."""

from datetime import date

from scoring.core.problem import Problem

# An older year is a slip of the finger, and programs for accounts do not read every one of them.
FIRST_YEAR = 1900
# A season may end years ahead; beyond this no sum over days ends.
LAST_YEAR = 2999


def day_problems(day: date, *, today: date) -> list[Problem]:
    """What is wrong with the day of something that was played or paid."""
    if day > today:
        return [Problem("date_in_future", "date")]
    return year_problems(day, "date")


def year_problems(day: date, key: str) -> list[Problem]:
    """What is wrong with a day that may well lie ahead."""
    if day.year < FIRST_YEAR:
        return [Problem("date_too_early", key, {"year": FIRST_YEAR})]
    if day.year > LAST_YEAR:
        return [Problem("date_too_late", key, {"year": LAST_YEAR})]
    return []
