"""Lists a part at a time: each part ends with the cursor that the next one begins after."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet

from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.api.shapes import ListAsked
from tarokk_club.club.values.ids import read_id

Row = TypeVar("Row", bound=Model)
Anything = TypeVar("Anything")


def part_of(
    rows: QuerySet[Row], order: tuple[str, ...], *, after: str | None, limit: int
) -> tuple[list[Row], str | None]:
    """The rows after the one with that id, and the next cursor, in two queries, one at the start.

    order: fields, the last of them the key, all of them down with a dash. Raises RefusedError for a
    cursor that is none of these rows.
    """
    ordered = rows.order_by(*order)
    if after is not None:
        ordered = ordered.filter(_after(rows, order, after))
    found = list(ordered[: limit + 1])
    return found[:limit], str(found[limit - 1].pk) if len(found) > limit else None


def part_among(
    rows: Sequence[Anything], ids: Sequence[str], asked: ListAsked
) -> tuple[Sequence[Anything], str | None]:
    """The same of rows that are there already, by their ids."""
    start = 0
    if asked.cursor is not None:
        if asked.cursor not in ids:
            raise RefusedError([Problem("no_such_cursor", "cursor")])
        start = ids.index(asked.cursor) + 1
    end = start + asked.limit
    return rows[start:end], ids[end - 1] if end < len(rows) else None


def _after(rows: QuerySet[Row], order: tuple[str, ...], after: str) -> Q:
    """Everything behind that row: equal in the first fields, and further in the next one."""
    key = read_id(after)
    fields = [name.removeprefix("-") for name in order]
    last: dict[str, Any] | None = rows.filter(pk=key).values(*fields).first() if key else None
    if last is None:
        raise RefusedError([Problem("no_such_cursor", "cursor")])
    found, equal = Q(), Q()
    for name, field in zip(order, fields, strict=True):
        way = "lt" if name.startswith("-") else "gt"
        found |= equal & Q(**{f"{field}__{way}": last[field]})
        equal &= Q(**{field: last[field]})
    return found
