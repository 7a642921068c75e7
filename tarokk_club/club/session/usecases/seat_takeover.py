"""Let a player take the seat of another at a full table, in one step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.session.queries.posted_session import load_posted_session
from tarokk_club.club.session.usecases.events import add_event, derive_write
from tarokk_club.club.writing.errors import RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    RECORDED,
    Command,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)


@dataclass(frozen=True, slots=True)
class Takeover:
    """A player who takes the seat of another.

    player: the player who joins.
    gone: the player who leaves.
    note: the note on the entry of joining, or "".
    why_deals: the reason that is recorded if the newcomer has to deal.
    """

    player: str
    gone: str
    note: str
    why_deals: str


def take_seat(*, session_id: UUID, form: Submission, seat: Takeover) -> Saved:
    """Record that a player takes over the seat of another, including the turn to deal.

    The form's key becomes the id of the entry of joining.

    Raise RefusedError and the errors of the unit of work.
    """
    player, gone = seat.player, seat.gone
    content = {"do": "take_seat", "player": player, "gone": gone, "note": seat.note}

    def change(write: SessionWrite) -> Saved:
        table = load_posted_session(write.session).table
        if gone not in table.seats:
            raise RefusedError([Problem("not_at_table", "player", {"player": gone})])
        if len(table.seats) == 1:
            raise RefusedError([Problem("last_player_leaves", "player", {"player": gone})])
        before = table.seats[table.seats.index(gone) - 1]
        leave = {"type": "leave", "player": gone, "note": None}
        add_event(derive_write(write, "leave"), leave)
        join = {"type": "join", "player": player, "after": before, "note": seat.note or None}
        saved = add_event(replace(write, form=replace(form, entered=RECORDED)), join)
        if table.dealer == gone:
            deals = {"type": "dealer", "player": player, "note": seat.why_deals}
            add_event(derive_write(write, "dealer"), deals)
        return saved

    return write_to_session(session_id, Command(form, Right.ENTER, content), change)
