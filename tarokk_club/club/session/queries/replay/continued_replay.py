"""Replay of a session after an entry was added at its end, without loading the other entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, TextField, UUIDField
from django.db.models.functions import Cast

from tarokk_club.club.models import Entry, Session
from tarokk_club.club.session.queries.replay.session_cache import SessionCache
from tarokk_club.club.session.queries.replay.session_replay import (
    SessionReplay,
    continue_replay,
    replay_with_cached_steps,
)
from tarokk_club.database.prepared import Parameter, PreparedQuery


def replay_with_added_entry(
    session: Session, added: Entry, load_entries: Callable[[], Iterable[Entry]]
) -> SessionReplay:
    """Return the replay of the session, and cache it for the next save if it has no fault.

    Continue the replay of the last save, or use `replay_with_cached_steps` if that is not cached or
    the stored rows have changed since. Rows are compared as text, which is far cheaper than loading
    them as entries.

    added: the saved entry.
    load_entries: returns all entries in order.
    Raise RefusedError if a record cannot be read.
    """
    rows, opening = _ROWS.run(session=session.pk), session.build_opening_table()
    last = _LATEST.find_value(session)
    if (
        last is not None
        and (last.game, last.replay.opening, last.rows) == (session.game, opening, rows[:-1])
        and UUID(rows[-1][0]) == added.id
    ):
        replay = continue_replay(session, last.replay, added)
    else:
        replay = replay_with_cached_steps(session, load_entries())
    if replay.fault is None:
        _LATEST.store_value(session, _CachedReplay(session.game, rows, replay))
    return replay


def replay_and_cache(session: Session, entries: Iterable[Entry]) -> SessionReplay:
    """Return the replay of the saved entries, and cache it for the next save.

    The replay is not cached if it has a fault or the session has ended.

    Raise RefusedError if a record cannot be read.
    """
    replay = replay_with_cached_steps(session, entries)
    if replay.fault is None and not replay.table.ended:
        rows = _ROWS.run(session=session.pk)
        _LATEST.store_value(session, _CachedReplay(session.game, rows, replay))
    return replay


def _query_rows() -> QuerySet[Any, Any]:
    """Return a query for the columns that determine a replay, as text to compare."""
    entries = Entry.objects.filter(session=Parameter("session", UUIDField()), deleted=False)
    columns = [Cast(name, TextField()) for name in ("id", "record", "created_at")]
    rows: QuerySet[Any, Any] = entries.order_by("position").values_list(
        *columns, "position", "note", "schema"
    )
    return rows


_ROWS = PreparedQuery(_query_rows)


@dataclass(frozen=True, slots=True)
class _CachedReplay:
    """The replay of a session at its last save.

    rows: the stored rows of its entries.
    """

    game: str
    rows: list[tuple[Any, ...]]
    replay: SessionReplay


_LATEST: SessionCache[_CachedReplay] = SessionCache()
