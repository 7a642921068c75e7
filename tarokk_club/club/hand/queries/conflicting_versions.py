"""Conflicting edits of one hand: the saved version and the version submitted later."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.core.events import find_event_kind, read_event, serialize_event
from scoring.core.posting import sum_points
from scoring.core.problem import RefusedError
from scoring.core.replay import apply_event
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.hand.queries.hand_position import HandPosition
from tarokk_club.club.models import Entry, Session
from tarokk_club.club.names.player_names import load_names, shorten_session_names
from tarokk_club.club.session.queries.replay.posted_session import load_posted_session
from tarokk_club.club.session.queries.rows.entry_rows import explain_line
from tarokk_club.club.session.titles import format_event_title


@dataclass(frozen=True, slots=True)
class Wording:
    """A hand in words: its title, explained lines and note, and the points of each player."""

    title: str
    why: tuple[str, ...]
    net: Mapping[str, int]
    note: str


@dataclass(frozen=True, slots=True)
class RivalVersions:
    """Two versions of one hand.

    who, at: author and time of the latest saved change.
    theirs: the saved version; None once the hand is deleted.
    mine: the version submitted later; None if it is not a complete hand.
    """

    who: str
    at: datetime
    theirs: Wording | None
    mine: Wording | None


def load_rival_versions(
    entry: Entry, position: HandPosition, raw: Mapping[str, Any], *, since: int
) -> RivalVersions | None:
    """Return both versions of an entry, in one query; None if unchanged since version `since`.

    position: the position of the entry, or the position that a deleted entry would have.
    raw: the submitted hand event, which may be unfinished.
    """
    session = entry.session
    changes = session.changes.filter(entry=entry, seq__gt=since).select_related("author")
    last = changes.order_by("-seq").first()
    if last is None:
        return None
    saved = entry.record | ({"note": entry.note} if entry.note else {})
    return RivalVersions(
        who=last.author.name if last.author else "",
        at=last.at,
        theirs=None if entry.deleted else _describe_version(session, position, saved),
        mine=_describe_version(session, position, raw),
    )


def load_deleted_entry_position(entry: Entry) -> HandPosition:
    """Return the position that a deleted entry would have, in two queries."""
    session = entry.session
    posted = load_posted_session(session)
    names = shorten_session_names(load_names(session.club_id), posted.table.everyone)
    return HandPosition(posted.find_table_at(entry.position), names)


def _describe_version(
    session: Session, position: HandPosition, raw: Mapping[str, Any]
) -> Wording | None:
    game, words = session.played_game, ClubWords(position.names)
    try:
        event = read_event(game, dict(raw))
        step = apply_event(game, position.table, event)
    except RefusedError:
        return None
    if step.problems:
        return None
    return Wording(
        title=format_event_title(game, find_event_kind(event), serialize_event(game, event), words),
        why=tuple(explain_line(line, words).sentence for line in step.lines),
        net=dict.fromkeys(position.table.seats, 0) | sum_points(step.lines),
        note=event.note or "",
    )
