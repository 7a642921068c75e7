"""Two people changed one hand: what the book says now beside what the later one wanted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.core.events import read_event, write_event
from scoring.core.posting import net_of
from scoring.core.problem import RefusedError
from scoring.core.replay import apply
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.hand.queries.hand_place import HandPlace
from tarokk_club.club.models import Entry, Session
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.session.queries.booked import booked
from tarokk_club.club.session.queries.replay import kind_of
from tarokk_club.club.session.queries.rows import why_of
from tarokk_club.club.session.titles import title_of


@dataclass(frozen=True, slots=True)
class Wording:
    """What a hand says: its title, its explained lines, what each player gets, its note."""

    title: str
    why: tuple[str, ...]
    net: Mapping[str, int]
    note: str


@dataclass(frozen=True, slots=True)
class Rival:
    """who, at: of the change that came first; theirs: what stands, None once it is deleted; mine:
    what the later one entered, None where it is no whole hand.
    """

    who: str
    at: datetime
    theirs: Wording | None
    mine: Wording | None


def rival_of(entry: Entry, place: HandPlace, raw: Mapping[str, Any], *, since: int) -> Rival | None:
    """Both versions of an entry that was changed after version `since`, in one query; None when it
    was not. place: where the entry stands, or would stand.
    """
    session = entry.session
    changes = session.changes.filter(entry=entry, seq__gt=since).select_related("author")
    last = changes.order_by("-seq").first()
    if last is None:
        return None
    standing = entry.record | ({"note": entry.note} if entry.note else {})
    return Rival(
        who=last.author.name if last.author else "",
        at=last.at,
        theirs=None if entry.deleted else _wording(session, place, standing),
        mine=_wording(session, place, raw),
    )


def place_of_deleted(entry: Entry) -> HandPlace:
    """Where a deleted entry would stand, in two queries."""
    session = entry.session
    return HandPlace(booked(session).table_at(entry.position), names_in(session.club_id))


def _wording(session: Session, place: HandPlace, raw: Mapping[str, Any]) -> Wording | None:
    game, words = session.played_game, ClubWords(place.names)
    try:
        event = read_event(game, dict(raw))
        step = apply(game, place.table, event)
    except RefusedError:
        return None
    if step.problems:
        return None
    return Wording(
        title=title_of(game, kind_of(event), write_event(game, event), words),
        why=tuple(why_of(line, words).sentence for line in step.lines),
        net=dict.fromkeys(place.table.seats, 0) | net_of(step.lines),
        note=event.note or "",
    )
