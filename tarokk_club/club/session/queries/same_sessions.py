"""Detection of duplicates: a session with the same day, seats and events as an import or a typed
sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from scoring.core.events import read_event, write_event
from scoring.document import Head, rename_players
from tarokk_club.club.models import Entry, Player, Session
from tarokk_club.club.models.people import name_key

Records = list[dict[str, Any]]


def find_duplicate_session(
    club_id: UUID, head: Head, names: Mapping[str, str], events: Sequence[Any]
) -> Session | None:
    """Return the session of this document if the club already has it, imported or played, else
    None.

    names: normalised name by name as written, of everybody in the document.
    events: canonical, with normalised names.
    """
    ids = _ids(club_id, names)
    if ids is None or not events:
        return None
    by_name = {names[written]: player for written, player in ids.items()}
    records = [_without_note(rename_players(raw, by_name.__getitem__)) for raw in events]
    seats = [ids[written] for written in head.players]
    found = _of_day(club_id, head.day, head.game.key, seats)
    return next((one for one in found if _is_same(_records(one), records)), None)


def find_session_of_sheet(session: Session, raws: Iterable[Any]) -> Session | None:
    """Return the session that already has the events of a typed sheet, or None.

    It is this session if it ends with them, else another of the same day and seats.
    """
    game = session.played_game
    records = [_without_note(write_event(game, read_event(game, raw))) for raw in raws]
    if not records:
        return None
    if _records(session)[-len(records) :] == records:
        return session
    found = _of_day(session.club_id, session.date, session.game, list(session.seats))
    others = (one for one in found if one.pk != session.pk)
    return next((one for one in others if _is_same(_records(one), records)), None)


def _ids(club_id: UUID, names: Mapping[str, str]) -> dict[str, str] | None:
    """Return the player id of each name as written, or None if a name belongs to no player of the
    club.
    """
    known = dict(Player.objects.filter(club=club_id).values_list("name_key", "pk"))
    keys = {written: name_key(tidy) for written, tidy in names.items()}
    if not set(keys.values()) <= known.keys():
        return None
    return {written: str(known[key]) for written, key in keys.items()}


def _of_day(club_id: UUID, day: date | None, game: str, seats: Sequence[str]) -> list[Session]:
    if day is None:
        return []
    rows = Session.objects.filter(club=club_id, date=day, game=game, binned_at=None)
    return [one for one in rows.order_by("created_at", "pk") if list(one.seats) == list(seats)]


def _records(session: Session) -> Records:
    rows = Entry.objects.filter(session=session, deleted=False).order_by("position")
    return list(rows.values_list("record", flat=True))


def _without_note(record: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key != "note"}


def _is_same(stored: Records, document: Records) -> bool:
    """Return whether one list of records begins with the other, because more may have been played
    since.
    """
    short = min(len(stored), len(document))
    return bool(short) and stored[:short] == document[:short]
