"""Sentences about manual changes of seats, for pages and files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from tarokk_club.club.formatting.numbers_and_dates import format_utc
from tarokk_club.club.tournaments.queries.drawn_rounds import ChangeRow, DrawnRow
from tarokk_club.club.tournaments.queries.next_draws import FINAL
from tarokk_club.club.values.draws import DrawKind, SeatChangeKind

CHANGES: Mapping[str, str] = MappingProxyType(
    {
        SeatChangeKind.SWAP: _("%(one)s and %(other)s changed places (by %(who)s)."),
        SeatChangeKind.TABLE: _("%(one)s was put at table %(number)s (by %(who)s)."),
        SeatChangeKind.SUBSTITUTE: _("%(other)s sits in for %(one)s (by %(who)s)."),
    }
)


def describe_seat_change(row: ChangeRow, names: Mapping[str, str]) -> str:
    """Return a sentence about a change of seats and its author.

    >>> from datetime import datetime
    >>> from uuid import UUID
    >>> from tarokk_club.club.tournaments.draw.manual_seat_changes import ManualSeatChange
    >>> swap = ManualSeatChange("swap", "a", "b")
    >>> row = ChangeRow(UUID(int=1), swap, "Anna", datetime(2026, 5, 1))
    >>> describe_seat_change(row, {"a": "Béla", "b": "Cili"})
    'Béla and Cili changed places (by Anna).'
    """
    change = row.change
    values = {
        "one": names[change.player],
        "other": names[change.other] if change.other else "",
        "number": change.table,
        "who": row.by or gettext("the operator"),
    }
    return gettext(CHANGES[change.kind]) % values


def describe_seat_changes(
    draws: Iterable[DrawnRow], names: Mapping[str, str]
) -> dict[tuple[int, str], str]:
    """Return the sentences about active seat changes of each player, by round and player id."""
    sentences: dict[tuple[int, str], list[str]] = defaultdict(list)
    for row in draws:
        for change_row in row.active_changes:
            for player in {change_row.change.player, change_row.change.other} - {""}:
                sentences[row.round, player].append(describe_seat_change(change_row, names))
    return {place: " ".join(texts) for place, texts in sentences.items()}


def label_draw_kind(row: DrawnRow) -> str:
    """Return the label of the kind of draw that seated the round."""
    return gettext("Final by rank") if row.kind == FINAL else str(DrawKind(row.kind).label)


def serialize_drawn_round(row: DrawnRow) -> dict[str, Any]:
    """Return the drawn seats and all manual changes, as a dictionary for the API and files."""
    return {
        "round": row.round,
        "kind": row.kind,
        "seed": row.seed or None,
        "draw": row.draw,
        "drawn_at": format_utc(row.at),
        "published_at": format_utc(row.published),
        "tables": [list(table) for table in row.drawn.tables],
        "out": list(row.drawn.out),
        "changes": [
            {
                "kind": change.change.kind,
                "player": change.change.player,
                "other": change.change.other or None,
                "table": change.change.table or None,
                "by": change.by,
                "at": format_utc(change.at),
                "undone": change.undone,
            }
            for change in row.changes
        ],
    }
