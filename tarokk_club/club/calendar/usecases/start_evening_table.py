"""Start a session at a table that was drawn."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils import translation
from django.utils.translation import gettext as _

from scoring.core.problem import Problem
from scoring.document import Head
from scoring.games import GAMES
from tarokk_club.club.calendar.kept_seats import KeptSeats, kept_seats
from tarokk_club.club.calendar.queries.seatings import session_of_table
from tarokk_club.club.calendar.queries.startable_rules import startable
from tarokk_club.club.calendar.usecases.evening_plans import (
    locked_evening,
    note_evening,
    require_playable,
)
from tarokk_club.club.models import Act, EveningTable, PlannedEvening, Session
from tarokk_club.club.people.queries.club_days import today
from tarokk_club.club.session.usecases.start_session import (
    check_players,
    remember_choice,
    start_at,
)
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenTable:
    """The table as the person saw it. mark: of its seats; rules: the key of those chosen."""

    number: int
    mark: str
    rules: str = ""

    def content(self) -> dict[str, Any]:
        """As the key of the form knows it."""
        return {"number": self.number, "mark": self.mark, "rules": self.rules}


def start_evening_table(
    *, club_id: UUID, form: Submission, evening_id: UUID, seen: SeenTable
) -> Session:
    """The session of the table, whose last seat deals first; one that somebody has started already
    is given back as it is.

    Raises ConflictError (the seats are others now, the day has not come, the evening is cancelled
    or over), RefusedError, PlannedEvening.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "start_evening_table", "evening": str(evening_id), **seen.content()}

    def change(write: ClubWrite) -> Session:
        evening = locked_evening(write, evening_id)
        kept = kept_seats(evening.seating)
        if kept is None or seen.number not in kept.tables:
            return _started_before(evening, seen.number)
        require_playable(evening)
        if evening.date > today(write.club):
            raise ConflictError([Problem("evening_not_begun", "")])
        if kept.mark_of(seen.number) != seen.mark:
            raise ConflictError([Problem("seats_changed", "")])
        session = _start(write, evening, kept, seen)
        evening.seating = kept.without(seen.number).as_json()
        evening.save(update_fields=["seating"])
        return session

    def repeated(write: ClubWrite) -> Session:
        locked_evening(write, evening_id)
        return Session.objects.select_related("club").get(pk=form.key)

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=repeated,
    )


def _started_before(evening: PlannedEvening, number: int) -> Session:
    session = session_of_table(evening, number)
    if session is None:
        raise ConflictError([Problem("seats_changed", "")])
    return Session.objects.select_related("club").get(pk=session)


def _start(write: ClubWrite, evening: PlannedEvening, kept: KeptSeats, seen: SeenTable) -> Session:
    head = _head(evening, kept, seen)
    check_players(write.club.id, head)
    session = start_at(write, head)
    remember_choice(write.club, head)
    EveningTable.objects.create(evening=evening, session=session, number=seen.number)
    note_evening(write, evening, Act.EVENING_STARTED)
    return session


def _head(evening: PlannedEvening, kept: KeptSeats, seen: SeenTable) -> Head:
    known = startable(evening.club, kept.game)
    chosen = known.chosen(seen.rules)
    players = kept.tables[seen.number]
    several = len(kept.tables) > 1 or seen.number > 1 or evening.tables.exists()
    return Head(
        game=GAMES[kept.game],
        rules=chosen.rules,
        preset=chosen.preset,
        players=players,
        dealer=players[-1],
        title=_title(evening, seen.number) if several else None,
        day=evening.date,
        stake=known.stake,
        events=[],
    )


def _title(evening: PlannedEvening, number: int) -> str:
    """In the club's language, as it is kept."""
    with translation.override(evening.club.language):
        return _("Table %(number)s") % {"number": number}
