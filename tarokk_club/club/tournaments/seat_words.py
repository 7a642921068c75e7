"""Changes of seats by hand in words, for pages and files."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

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


def change_sentence(row: ChangeRow, names: Mapping[str, str]) -> str:
    """Return what was changed, and by whom.

    >>> from datetime import datetime
    >>> from uuid import UUID
    >>> from tarokk_club.club.tournaments.drawn_seats import HandChange
    >>> swap = HandChange("swap", "a", "b")
    >>> row = ChangeRow(UUID(int=1), swap, "Anna", datetime(2026, 5, 1))
    >>> change_sentence(row, {"a": "Béla", "b": "Cili"})
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


def seat_changes(draws: Iterable[DrawnRow], names: Mapping[str, str]) -> dict[tuple[int, str], str]:
    """Return the standing changes of each player's seat in words, by round and player."""
    found: dict[tuple[int, str], list[str]] = defaultdict(list)
    for row in draws:
        for one in row.standing:
            for player in {one.change.player, one.change.other} - {""}:
                found[row.round, player].append(change_sentence(one, names))
    return {place: " ".join(sentences) for place, sentences in found.items()}


def draw_kind_label(row: DrawnRow) -> str:
    """Return the way of the draw in words."""
    return gettext("Final by rank") if row.kind == FINAL else str(DrawKind(row.kind).label)


def drawn_round_out(row: DrawnRow) -> dict[str, Any]:
    """Return a drawn round for programs: the seats as drawn, and every change in its order."""
    return {
        "round": row.round,
        "kind": row.kind,
        "seed": row.seed or None,
        "draw": row.draw,
        "drawn_at": _moment(row.at),
        "published_at": _moment(row.published),
        "tables": [list(table) for table in row.drawn.tables],
        "out": list(row.drawn.out),
        "changes": [
            {
                "kind": one.change.kind,
                "player": one.change.player,
                "other": one.change.other or None,
                "table": one.change.table or None,
                "by": one.by,
                "at": _moment(one.at),
                "undone": one.undone,
            }
            for one in row.changes
        ],
    }


def _moment(at: Any) -> str | None:
    return at.isoformat().replace("+00:00", "Z") if at else None
