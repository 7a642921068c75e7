"""Which days the book keeps."""

from datetime import date

from scoring.core.problem import Problem

# An older year is a slip of the finger, and programs for accounts do not read every one of them.
FIRST_YEAR = 1900


def day_problems(day: date, *, today: date) -> list[Problem]:
    """What is wrong with the day of something that was played or paid."""
    if day > today:
        return [Problem("date_in_future", "date")]
    if day.year < FIRST_YEAR:
        return [Problem("date_too_early", "date", {"year": FIRST_YEAR})]
    return []
