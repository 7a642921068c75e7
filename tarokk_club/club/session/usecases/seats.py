"""Replace a player of a session, or let a player take the seat of another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid5

from scoring.core.problem import Problem
from tarokk_club.club.models import Entry
from tarokk_club.club.models.hands import Action, replace_player_in_record
from tarokk_club.club.people.usecases.players import insert_player
from tarokk_club.club.session.queries.replay.posted_session import load_posted_session
from tarokk_club.club.session.queries.replay.session_replay import (
    build_replay_items,
    replay_session,
)
from tarokk_club.club.session.usecases.entries import filter_active_players
from tarokk_club.club.session.usecases.events import add_event, derive_write
from tarokk_club.club.session.usecases.posting import ChangeDraft, save_change
from tarokk_club.club.writing.errors import ForbiddenError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import (
    RECORDED,
    Command,
    PlayersNamed,
    Saved,
    SessionWrite,
    Submission,
    write_to_session,
)


def replace_player(*, session_id: UUID, form: Submission, old: UUID, new: UUID) -> Saved:
    """Replace the player `old` with `new` in the whole session, including deleted entries.

    The history gets a single line for all entries.

    Raise RefusedError and the errors of the unit of work.
    """
    content = {"do": "replace", "old": str(old), "new": str(new)}

    def check_and_replace_player(write: SessionWrite) -> Saved:
        _require_replaceable(write, str(old), str(new))
        return replace_player_in_session(write, old=old, new=new)

    return write_to_session(
        session_id,
        Command(form, Right.CORRECT, content, PlayersNamed.SEATED),
        check_and_replace_player,
    )


def replace_player_in_session(
    write: SessionWrite, *, old: UUID, new: UUID, same_person: bool = False
) -> Saved:
    """Replace `old` with `new` in the session; call only in a unit of work, with checked players.

    same_person: whether both ids belong to one person who was entered twice.
    """
    session = write.session
    before = session.serialize_settings()
    session.seats = [str(new) if seat == str(old) else seat for seat in session.seats]
    if session.first_dealer == old:
        session.first_dealer = new
    for entry in write.entries:
        entry.record = replace_player_in_record(entry.record, str(old), str(new))
    Entry.objects.bulk_update(write.entries, ["record"])
    return save_change(
        write,
        ChangeDraft(
            action=Action.SESSION,
            before=before,
            after={**session.serialize_settings(), "replaced": [str(old), str(new)]},
            note_before=session.table_name,
            note_after=session.table_name,
            fields=("seats", "first_dealer"),
            same_person=same_person,
        ),
    )


def list_all_session_players(write: SessionWrite) -> tuple[str, ...]:
    """Return the ids of all players of the session so far."""
    return replay_session(
        write.session, build_replay_items(write.session, write.entries)
    ).table.everyone


def _require_replaceable(write: SessionWrite, old: str, new: str) -> None:
    everyone = list_all_session_players(write)
    problems = []
    if old not in everyone:
        problems.append(Problem("not_in_session", "old", {"player": old}))
    if new in everyone:
        problems.append(Problem("plays_already", "new", {"player": new}))
    elif new not in filter_active_players(write.session.club_id, [new]):
        problems.append(Problem("no_such_player", "new"))
    if problems:
        raise RefusedError(problems)


@dataclass(frozen=True, slots=True)
class Takeover:
    """A player who takes the seat of another.

    player: the player who joins.
    gone: the player who leaves.
    note: the note of the join event, or "".
    why_deals: the reason that is recorded if the newcomer has to deal.
    """

    player: str
    gone: str
    note: str
    why_deals: str


def take_seat(*, session_id: UUID, form: Submission, seat: Takeover) -> Saved:
    """Record that a player takes over the seat of another, including the turn to deal.

    The form's key becomes the id of the entry with the join event.

    Raise RefusedError and the errors of the unit of work.
    """
    content = {"do": "take_seat", "player": seat.player, "gone": seat.gone, "note": seat.note}

    return write_to_session(
        session_id, Command(form, Right.ENTER, content), lambda write: _add_takeover(write, seat)
    )


def _add_takeover(write: SessionWrite, seat: Takeover) -> Saved:
    player, gone = seat.player, seat.gone
    table = load_posted_session(write.session).table
    if gone not in table.seats:
        raise RefusedError([Problem("not_at_table", "player", {"player": gone})])
    if len(table.seats) == 1:
        raise RefusedError([Problem("last_player_leaves", "player", {"player": gone})])
    before = table.seats[table.seats.index(gone) - 1]
    leave = {"type": "leave", "player": gone, "note": None}
    add_event(derive_write(write, "leave"), leave)
    join = {"type": "join", "player": player, "after": before, "note": seat.note or None}
    saved = add_event(replace(write, form=replace(write.form, entered=RECORDED)), join)
    if table.dealer == gone:
        deals = {"type": "dealer", "player": player, "note": seat.why_deals}
        add_event(derive_write(write, "dealer"), deals)
    return saved


def seat_newcomer(
    *,
    session_id: UUID,
    form: Submission,
    name: str,
    raw: Mapping[str, Any],
    seat: Takeover | None = None,
) -> Saved:
    """Add a player to the club who joins the session, or do neither.

    The player's id is derived from the form's key.

    raw: the join event, without the player.
    seat: the seat that the newcomer takes over, without the player; None to join beside the others.

    Raise RefusedError and the errors of the unit of work.
    """
    content = {"do": "seat_newcomer", "name": name, "raw": raw, "gone": seat.gone if seat else None}

    def add_player_and_events(write: SessionWrite) -> Saved:
        if not write.may(Right.PLAYERS):
            raise ForbiddenError(Right.PLAYERS)
        key = uuid5(form.key, "newcomer")
        player = str(insert_player(write.session.club_id, key=key, name=name).pk)
        if seat:
            return _add_takeover(write, replace(seat, player=player))
        return add_event(write, {**raw, "player": player})

    return write_to_session(session_id, Command(form, Right.ENTER, content), add_player_and_events)
