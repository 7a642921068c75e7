"""Detection of sessions with the same day, seats and events as an import or a typed sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from scoring.core.events import read_event, serialize_event
from scoring.document import Head, rename_players
from tarokk_club.club.models import Entry, Player, Session
from tarokk_club.club.models.people import build_name_key

Records = list[dict[str, Any]]


def find_duplicate_session(
    club_id: UUID, head: Head, names: Mapping[str, str], events: Sequence[Any]
) -> Session | None:
    """Return the club's session with the content of this document, or None.

    Either of the two lists of events may be longer, if it begins with the other.

    names: name as written to normalised name, for all players in the document.
    events: the canonical events, with normalised names.
    """
    ids = _find_player_ids(club_id, names)
    if ids is None or not events:
        return None
    by_name = {names[written]: player for written, player in ids.items()}
    records = [_drop_note(rename_players(raw, by_name.__getitem__)) for raw in events]
    seats = [ids[written] for written in head.players]
    candidates = _find_sessions_of_day(club_id, head.day, head.game.key, seats)
    return next(
        (
            candidate
            for candidate in candidates
            if _have_common_start(_load_records(candidate), records)
        ),
        None,
    )


def find_session_with_sheet(session: Session, raws: Iterable[Any]) -> Session | None:
    """Return the session that already contains the events of a typed sheet, or None.

    If `session` ends with these events, return `session`. Otherwise compare the other sessions
    with the same day, game and seats: either list of events may begin with the other.
    """
    game = session.played_game
    records = [_drop_note(serialize_event(game, read_event(game, raw))) for raw in raws]
    if not records:
        return None
    if _load_records(session)[-len(records) :] == records:
        return session
    candidates = _find_sessions_of_day(
        session.club_id, session.date, session.game, list(session.seats)
    )
    others = (candidate for candidate in candidates if candidate.pk != session.pk)
    return next(
        (other for other in others if _have_common_start(_load_records(other), records)), None
    )


def _find_player_ids(club_id: UUID, names: Mapping[str, str]) -> dict[str, str] | None:
    """Return the player id of each name as written; None if any name is unknown."""
    ids_by_key = dict(Player.objects.filter(club=club_id).values_list("name_key", "pk"))
    keys = {written: build_name_key(tidy) for written, tidy in names.items()}
    if not set(keys.values()) <= ids_by_key.keys():
        return None
    return {written: str(ids_by_key[key]) for written, key in keys.items()}


def _find_sessions_of_day(
    club_id: UUID, day: date | None, game: str, seats: Sequence[str]
) -> list[Session]:
    if day is None:
        return []
    rows = Session.objects.filter(club=club_id, date=day, game=game, binned_at=None)
    return [row for row in rows.order_by("created_at", "pk") if list(row.seats) == list(seats)]


def _load_records(session: Session) -> Records:
    rows = Entry.objects.filter(session=session, deleted=False).order_by("position")
    return list(rows.values_list("record", flat=True))


def _drop_note(record: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in record.items() if key != "note"}


def _have_common_start(stored: Records, document: Records) -> bool:
    """Return whether either list of events begins with the other."""
    short = min(len(stored), len(document))
    return bool(short) and stored[:short] == document[:short]
