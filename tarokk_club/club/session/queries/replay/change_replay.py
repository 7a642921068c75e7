"""The effect of a change on a session, computed by replaying the session without saving."""

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID, uuid4

from django.utils import timezone

from scoring.core.events import find_event_kind, read_event, serialize_event
from scoring.core.posting import sum_points
from scoring.core.problem import Problem, RefusedError
from scoring.core.reader import RECORD_SCHEMA
from scoring.document import Head
from tarokk_club.club.models import Session
from tarokk_club.club.models.hands import replace_player_in_record
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.session.queries.replay.session_replay import (
    PlayedEntry,
    ReplayFault,
    ReplayItem,
    SessionReplay,
    build_replay_items,
    replay_session,
)


@dataclass(frozen=True, slots=True)
class ReplaySide:
    """An entry before or after the change.

    dealer: the dealer's id; "" if the entry is not a hand.
    multiplier: 1 if the entry is not a hand.
    net: points by account, including all players at the table.
    """

    number: int | None
    dealer: str
    multiplier: int
    net: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class MovedEntry:
    """An entry affected by the change.

    before: None if the change adds the entry.
    after: None if the change deletes the entry.
    """

    entry_id: UUID
    kind: str
    before: ReplaySide | None
    after: ReplaySide | None


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a change.

    problems: why the change is impossible.
    fault: the later entry that would become impossible.
    moved: every entry whose number, dealer, multiplier or net changes, in order.
    totals: (before, after) by player.
    """

    problems: tuple[Problem, ...]
    fault: ReplayFault | None
    moved: tuple[MovedEntry, ...]
    totals: Mapping[str, tuple[int, int]]
    names: Mapping[str, str]


def preview_insert(
    session: Session, raw: Any, *, before: UUID | None = None, behind: Any = None
) -> Effect:
    """Return the effect of recording the event `raw` at the end, or before another entry.

    behind: another event to record right after `raw`, or None.
    """

    def insert_items(items: list[ReplayItem]) -> tuple[list[ReplayItem], UUID]:
        raws = [raw, behind] if behind else [raw]
        events = [read_event(session.played_game, record) for record in raws]
        new = [ReplayItem(uuid4(), 0, event, timezone.now()) for event in events]
        place = _find_index(items, before) if before else len(items)
        return [*items[:place], *new, *items[place:]], new[0].entry_id

    return _compute_effect(session, insert_items)


def preview_correction(session: Session, entry_id: UUID, raw: Any) -> Effect:
    """Return the effect of changing the entry's record to `raw`."""

    def replace_item(items: list[ReplayItem]) -> tuple[list[ReplayItem], UUID]:
        place = _find_index(items, entry_id)
        item = replace(items[place], event=read_event(session.played_game, raw))
        return [*items[:place], item, *items[place + 1 :]], entry_id

    return _compute_effect(session, replace_item)


def preview_deletion(session: Session, entry_id: UUID) -> Effect:
    """Return the effect of deleting the entry."""

    def remove_item(items: list[ReplayItem]) -> tuple[list[ReplayItem], UUID]:
        place = _find_index(items, entry_id)
        return [*items[:place], *items[place + 1 :]], entry_id

    return _compute_effect(session, remove_item)


def preview_restoration(session: Session, entry_id: UUID) -> Effect:
    """Return the effect of restoring the deleted entry."""
    entry = session.entries.get(pk=entry_id, deleted=True)

    def restore_item(items: list[ReplayItem]) -> tuple[list[ReplayItem], UUID]:
        event = entry.read_event(session.played_game)
        item = ReplayItem(entry.id, entry.position, event, entry.created_at)
        return sorted([*items, item], key=lambda item: item.position), entry.id

    return _compute_effect(session, restore_item)


def preview_settings(session: Session, head: Head) -> Effect:
    """Return the effect of new settings; the players in `head` are ids."""
    other = copy.copy(session)
    other.set_fields_from_head(head)
    return _compute_effect(session, lambda items: (items, None), other=other)


def preview_replacement(session: Session, *, old: UUID, new: UUID) -> Effect:
    """Return the effect of replacing the player `old` with `new` in the whole session."""
    old_id, new_id = str(old), str(new)
    other = copy.copy(session)
    other.seats = [new_id if seat == old_id else seat for seat in session.seats]
    other.first_dealer = new if session.first_dealer == old else session.first_dealer
    game = session.played_game

    def replace_player_in_items(items: list[ReplayItem]) -> tuple[list[ReplayItem], None]:
        records = (
            replace_player_in_record(serialize_event(game, item.event), old_id, new_id)
            for item in items
        )
        schemas = (getattr(item.event, "schema", RECORD_SCHEMA) for item in items)
        events = [
            read_event(game, record, schema=schema)
            for record, schema in zip(records, schemas, strict=True)
        ]
        pairs = zip(items, events, strict=True)
        return [replace(item, event=event) for item, event in pairs], None

    return _compute_effect(session, replace_player_in_items, other=other)


Change = Callable[[list[ReplayItem]], tuple[list[ReplayItem], UUID | None]]


def _compute_effect(session: Session, change: Change, *, other: Session | None = None) -> Effect:
    items = build_replay_items(session, session.entries.order_by("position"))
    old = replay_session(session, items)
    names = load_names(session.club_id)
    try:
        changed, subject = change(items)
        new = replay_session(other or session, changed)
    except RefusedError as refused:
        return Effect(tuple(refused.problems), None, (), _pair_totals(old, old), names)
    fault = new.fault
    if fault:
        is_subject = fault.item.entry_id == subject
        problems = fault.problems if is_subject else ()
        return Effect(problems, None if is_subject else fault, (), _pair_totals(old, old), names)
    return Effect(
        (), None, tuple(_list_moved_entries(old.played, new.played)), _pair_totals(old, new), names
    )


def _find_index(items: Sequence[ReplayItem], entry_id: UUID) -> int:
    for place, item in enumerate(items):
        if item.entry_id == entry_id:
            return place
    raise RefusedError([Problem("no_such_entry", "entry")])


def _pair_totals(old: SessionReplay, new: SessionReplay) -> dict[str, tuple[int, int]]:
    everyone = dict.fromkeys([*old.totals, *new.totals])
    return {player: (old.totals.get(player, 0), new.totals.get(player, 0)) for player in everyone}


def _list_moved_entries(old: Sequence[PlayedEntry], new: Sequence[PlayedEntry]) -> list[MovedEntry]:
    before = {done.item.entry_id: done for done in old}
    after = {done.item.entry_id: done for done in new}
    removed = [done for done in old if done.item.entry_id not in after]
    moved_entries = []
    for done in [*removed, *new]:
        entry_id = done.item.entry_id
        was, now = _build_side(before.get(entry_id)), _build_side(after.get(entry_id))
        if was != now:
            moved_entries.append(MovedEntry(entry_id, find_event_kind(done.step.event), was, now))
    return moved_entries


def _build_side(done: PlayedEntry | None) -> ReplaySide | None:
    if done is None:
        return None
    before = done.step.before
    net = dict.fromkeys(before.seats, 0) | sum_points(done.step.lines)
    if done.number is None:
        # A notice or an adjustment has no dealer and no multiplier.
        return ReplaySide(None, "", 1, net)
    return ReplaySide(done.number, before.dealer, before.multiplier, net)
