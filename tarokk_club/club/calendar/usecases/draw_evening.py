"""Draw the tables of an evening."""

from collections.abc import Collection
from uuid import UUID

from scoring.core.problem import Problem
from scoring.games import GAMES
from tarokk_club.club.calendar.queries.seatings import drawn_seats, seated_now, started_tables
from tarokk_club.club.calendar.usecases.evening_plans import (
    keep_evening,
    locked_evening,
    require_playable,
)
from tarokk_club.club.models import Act, PlannedEvening
from tarokk_club.club.session.usecases.entries import players_in
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def draw_evening(
    *, club_id: UUID, form: Submission, evening_id: UUID, game: str, players: Collection[UUID]
) -> PlannedEvening:
    """The evening with seats for these players, but for those who sit at a table that plays; the
    seats that waited before are drawn anew. game: what is played, where the evening does not say.

    Raises RefusedError (somebody is no player of the club, or too few are here), ConflictError,
    PlannedEvening.DoesNotExist and what the unit of work raises.
    """
    chosen = sorted({str(player) for player in players})
    content = {"do": "draw_evening", "evening": str(evening_id), "game": game, "players": chosen}

    def change(write: ClubWrite) -> PlannedEvening:
        evening = locked_evening(write, evening_id)
        require_playable(evening)
        if game not in GAMES:
            allowed = {"allowed": ", ".join(GAMES)}
            raise RefusedError([Problem("unknown_game", "game", allowed)])
        if players_in(club_id, chosen) != set(chosen):
            raise RefusedError([Problem("no_such_player", "players")])
        started = started_tables(evening)
        free = set(chosen) - seated_now(started)
        kept = drawn_seats(evening, free, game, taken={one.number for one in started})
        if not kept.tables:
            fewest = GAMES[game].fewest
            raise RefusedError([Problem("too_few_here", "players", {"fewest": fewest})])
        evening.seating = kept.as_json()
        evening.save(update_fields=["seating"])
        keep_evening(write, evening, Act.EVENING_DRAWN)
        return evening

    return write_to_club(
        club_id,
        Command(form, Right.CORRECT, content),
        change,
        repeated=lambda write: locked_evening(write, evening_id),
    )
