"""The rows of a prepared query, as its queryset would return them.

Django finds out for each query how to convert and to build its rows; a prepared query does so once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db.backends.sqlite3.operations import DatabaseOperations
from django.db.models.query import (
    FlatValuesListIterable,
    ModelIterable,
    ValuesIterable,
    ValuesListIterable,
    get_related_populators,
)

Row = list[Any]
Build = Callable[[Iterable[Row]], Iterable[Any]]


@lru_cache(maxsize=4096)
def read_uuid(value: str | None) -> UUID | None:
    """Return a UUID that SQLite stores as text; the same few are read again and again."""
    return None if value is None else UUID(value)


class _Booleans(dict[Any, Any]):
    """The values of SQLite's booleans; any other value stays as it is."""

    def __missing__(self, value: object) -> object:
        return value


# By Django's converters for SQLite, which take the expression and the connection too.
_QUICK: dict[Any, Callable[[Any], Any]] = {
    DatabaseOperations.convert_uuidfield_value: read_uuid,
    DatabaseOperations.convert_booleanfield_value: _Booleans(
        {0: False, 1: True, None: None}
    ).__getitem__,
}


class PreparedRows:
    """What turns the rows of one compiled query into objects, for one connection.

    compiler: the compiler of the query, with its connection.
    iterable: the class with which the queryset iterates over its rows.
    alias: the alias of the database.
    """

    def __init__(self, compiler: Any, iterable: type, alias: str) -> None:
        self._compiler, self._connection = compiler, compiler.connection
        self._columns = [column for column, *_more in compiler.select[: compiler.col_count]]
        self._is_composite = compiler.has_composite_fields(self._columns)
        self._quick: list[tuple[int, Callable[[Any], Any]]] = []
        self._slow: list[tuple[int, list[Any], Any]] = []
        for place, (converters, column) in compiler.get_converters(self._columns).items():
            quick = [_QUICK.get(getattr(each, "__func__", None)) for each in converters]
            if len(quick) == 1 and quick[0]:
                self._quick.append((place, quick[0]))
            else:
                self._slow.append((place, converters, column))
        self._build = _choose_builder(compiler, iterable, alias)

    def read(self, rows: Iterable[Any]) -> list[Any]:
        """Return the objects of these rows from the database."""
        if self._compiler.has_extra_select:
            rows = (row[: self._compiler.col_count] for row in rows)
        converted: Iterable[Row] = self._convert(rows)
        if self._is_composite:
            converted = self._compiler.composite_fields_to_tuples(converted, self._columns)
        return list(self._build(converted))

    def _convert(self, rows: Iterable[Any]) -> Iterator[Row]:
        for stored in rows:
            row = list(stored)
            for place, read in self._quick:
                row[place] = read(row[place])
            for place, converters, column in self._slow:
                for convert in converters:
                    row[place] = convert(row[place], column, self._connection)
            yield row


def _choose_builder(compiler: Any, iterable: type, alias: str) -> Build:
    """Return the function that builds the objects of a queryset from converted rows."""
    if iterable is ModelIterable:
        return _prepare_models(compiler, alias)
    if iterable is ValuesIterable:
        query = compiler.query
        names = query.selected or [
            *query.extra_select,
            *query.values_select,
            *query.annotation_select,
        ]
        return lambda rows: [dict(zip(names, row, strict=False)) for row in rows]
    if iterable is FlatValuesListIterable:
        return lambda rows: [row[0] for row in rows]
    if iterable is ValuesListIterable:
        return lambda rows: map(tuple, rows)
    raise TypeError(iterable)


def _prepare_models(compiler: Any, alias: str) -> Build:
    """Return a function that builds instances with their relations and annotations."""
    known, select = compiler.klass_info, compiler.select
    model, fields = known["model"], known["select_fields"]
    start, end = fields[0], fields[-1] + 1
    names = [column.target.attname for column, *_more in select[start:end]]
    find_populators: Any = get_related_populators
    populators = find_populators(known, select, alias)
    annotations = list((compiler.annotation_col_map or {}).items())

    def build(rows: Iterable[Row]) -> Iterator[Any]:
        for row in rows:
            instance = model.from_db(alias, names, row[start:end])
            for populator in populators:
                populator.populate(row, instance)
            for name, place in annotations:
                setattr(instance, name, row[place])
            yield instance

    return build
