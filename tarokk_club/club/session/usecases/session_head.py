"""What a session is given at its start and in its settings: a document's head with player ids, and
its season.
"""

from dataclasses import replace

from scoring.core.options import rules_to_dict
from scoring.core.problem import Problem
from scoring.document import Head
from tarokk_club.club.models import Session
from tarokk_club.club.people.queries.club_days import season_of_day, today
from tarokk_club.club.values.days import day_problems
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.typed_text import LONGEST_NAME, read_text

HEAD_FIELDS = (
    "season",
    "date",
    "table_name",
    "rules",
    "rules_preset",
    "per_point",
    "currency",
    "seats",
    "first_dealer",
)


def fill_head(session: Session, head: Head) -> None:
    """Write the head into the session's fields.

    Raises RefusedError when the book needs more than a document.
    """
    problems: list[Problem] = []
    if head.day is None:
        problems.append(Problem("missing", "date"))
    # A clock that was set back makes no evening in the book wrong.
    elif head.day != session.date:
        problems += day_problems(head.day, today=today(session.club))
    table_name = read_text(head.title, problems, field="title")
    if len(table_name) > LONGEST_NAME or "\n" in table_name:
        problems.append(Problem("text_too_long", "title", {"highest": LONGEST_NAME}))
    if problems or head.day is None:
        raise RefusedError(problems)
    session.take(replace(head, title=table_name))
    session.season = season_of_day(session.club_id, head.day)


def head_content(head: Head) -> dict[str, object]:
    """The head as a form says it, for the key of the form."""
    stake = [head.stake.currency, head.stake.per_point] if head.stake else None
    return {
        "game": head.game.key,
        "rules": rules_to_dict(head.rules),
        "preset": head.preset,
        "players": list(head.players),
        "dealer": head.dealer,
        "title": head.title,
        "date": head.day.isoformat() if head.day else None,
        "stake": stake,
    }
