"""Change by hand who sits where at the tables that were drawn."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from scoring.core.problem import Problem
from scoring.games import GAMES
from tarokk_club.club.calendar.kept_seats import KeptSeats, kept_seats
from tarokk_club.club.calendar.usecases.evening_plans import locked_evening, require_playable
from tarokk_club.club.models import PlannedEvening
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def change_seats(
    *,
    club_id: UUID,
    form: Submission,
    evening_id: UUID,
    tables: Mapping[int, Sequence[str]],
    seen: str,
) -> PlannedEvening:
    """The evening with these seats at its waiting tables; who has none sits out. seen: the mark of
    all seats that the person saw.

    Raises ConflictError (the seats are others now), RefusedError (somebody who was not drawn, or a
    table of a size that the game does not know), PlannedEvening.DoesNotExist and what the unit of
    work raises.
    """
    told = {str(number): list(row) for number, row in tables.items()}
    content = {"do": "change_seats", "evening": str(evening_id), "tables": told, "seen": seen}

    def change(write: ClubWrite) -> PlannedEvening:
        evening = locked_evening(write, evening_id)
        require_playable(evening)
        kept = kept_seats(evening.seating)
        if kept is None or kept.mark != seen:
            raise ConflictError([Problem("seats_changed", "")])
        evening.seating = _seated(kept, tables).as_json()
        evening.save(update_fields=["seating"])
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: locked_evening(write, evening_id),
    )


def _seated(kept: KeptSeats, tables: Mapping[int, Sequence[str]]) -> KeptSeats:
    game = GAMES[kept.game]
    rows = {number: tuple(row) for number, row in tables.items() if row}
    seated = [one for row in rows.values() for one in row]
    problems = []
    if set(seated) - set(kept.players) or len(set(seated)) != len(seated):
        problems.append(Problem("no_such_player", ""))
    if not set(rows) <= set(kept.tables):
        problems.append(Problem("seats_changed", ""))
    values = {"fewest": game.fewest, "most": game.most}
    problems += [
        Problem("table_size", "", {"number": number, "count": len(row), **values})
        for number, row in sorted(rows.items())
        if not game.fewest <= len(row) <= game.most
    ]
    if problems or not rows:
        raise RefusedError(problems or [Problem("too_few_here", "", values)])
    out = [one for one in kept.players if one not in seated]
    return kept.seated(rows, out, by_hand=True)
