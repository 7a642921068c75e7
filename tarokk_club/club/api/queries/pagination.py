"""Cursor pagination: the cursor of a page is the id of the last row before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext_noop as _

from scoring.core.problem import Problem, RefusedError
from tarokk_club.club.api.shapes import ListFilter
from tarokk_club.club.formatting.sentences import register_refusals
from tarokk_club.club.values.ids import read_id

Row = TypeVar("Row", bound=Model)
Anything = TypeVar("Anything")

register_refusals(
    {
        "no_such_cursor": _("This cursor belongs to no part of this list."),
    }
)


def paginate_queryset(
    rows: QuerySet[Row], order: tuple[str, ...], *, after: str | None, limit: int
) -> tuple[list[Row], str | None]:
    """Return at most `limit` rows after the cursor, and the next cursor or None.

    order: the field names, ending with the primary key; with a dash for descending order.
    Raise RefusedError if the cursor is not the id of one of these rows.
    """
    ordered = rows.order_by(*order)
    if after is not None:
        ordered = ordered.filter(_build_after_condition(rows, order, after))
    loaded = list(ordered[: limit + 1])
    return loaded[:limit], str(loaded[limit - 1].pk) if len(loaded) > limit else None


def paginate_rows(
    rows: Sequence[Anything], ids: Sequence[str], filters: ListFilter
) -> tuple[Sequence[Anything], str | None]:
    """Return a page of loaded rows, and the next cursor or None.

    ids: the cursor of each row.
    Raise RefusedError if the cursor is not among the ids.
    """
    start = 0
    if filters.cursor is not None:
        if filters.cursor not in ids:
            raise RefusedError([Problem("no_such_cursor", "cursor")])
        start = ids.index(filters.cursor) + 1
    end = start + filters.limit
    return rows[start:end], ids[end - 1] if end < len(rows) else None


def _build_after_condition(rows: QuerySet[Row], order: tuple[str, ...], after: str) -> Q:
    """Return a condition for the rows after the row with this id in the order.

    Raise RefusedError if the row does not exist.
    """
    key = read_id(after)
    fields = [name.removeprefix("-") for name in order]
    last: dict[str, Any] | None = rows.filter(pk=key).values(*fields).first() if key else None
    if last is None:
        raise RefusedError([Problem("no_such_cursor", "cursor")])
    later, equal = Q(), Q()
    for name, field in zip(order, fields, strict=True):
        way = "lt" if name.startswith("-") else "gt"
        later |= equal & Q(**{f"{field}__{way}": last[field]})
        equal &= Q(**{field: last[field]})
    return later
