"""The rows of a prepared query, as its queryset would return them.

Django determines for each run how to convert and build its rows; a prepared query does so once.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import BooleanField, DateField, DateTimeField, JSONField, UUIDField
from django.db.models.query import (
    FlatValuesListIterable,
    ModelIterable,
    ValuesIterable,
    ValuesListIterable,
    get_related_populators,
)

Row = list[Any]
Build = Callable[[Iterable[Row]], Iterable[Any]]


class SharedJson(JSONField):
    """A JSON column whose values several requests share, so that no request may change them."""

    def from_db_value(self, value: str | None, *_expression: object) -> Any:
        """Return the decoded value, cached by its text; None for NULL."""
        return None if value is None else _decode_json(value)


# Fewer than the reusable values below, because documents are larger.
@lru_cache(maxsize=200)
def _decode_json(text: str) -> Any:
    return json.loads(text)


# The fields whose values are immutable and depend on the stored value only.
_REUSABLE = (BooleanField, DateField, DateTimeField, UUIDField)
_MOST_REUSED = 20_000
# The values of such fields by their stored values, for each database, time zone and field.
_converted: dict[tuple[str, str | None, type], dict[Any, Any]] = {}


class _Column(NamedTuple):
    """A column whose values need conversion.

    converted: the converted values by stored value; None if they cannot be reused.
    """

    position: int
    functions: list[Callable[[Any, Any, Any], Any]]
    expression: Any
    converted: dict[Any, Any] | None


class PreparedRows:
    """A converter from the rows of one compiled query to objects, for one connection.

    compiler: the compiler of the query, with its connection.
    iterable: the class with which the queryset iterates over its rows.
    alias: the alias of the database.
    """

    def __init__(self, compiler: Any, iterable: type, alias: str) -> None:
        self._compiler, self.connection = compiler, compiler.connection
        self._columns = [column for column, *_more in compiler.select[: compiler.col_count]]
        self._is_composite = compiler.has_composite_fields(self._columns)
        self._converting = [
            _Column(position, functions, expression, _find_converted(expression, self.connection))
            for position, (functions, expression) in compiler.get_converters(self._columns).items()
        ]
        self._build = _choose_builder(compiler, iterable, alias)

    def read(self, rows: Iterable[Any]) -> list[Any]:
        """Return the objects of these rows from the database."""
        if self._compiler.has_extra_select:
            rows = (row[: self._compiler.col_count] for row in rows)
        converted: Iterable[Row] = self._convert_rows(rows)
        if self._is_composite:
            converted = self._compiler.composite_fields_to_tuples(converted, self._columns)
        return list(self._build(converted))

    def _convert_rows(self, rows: Iterable[Any]) -> list[Row]:
        """Convert the rows as Django's `apply_converters` does, but each reusable value once."""
        converted_rows = list(map(list, rows))
        for row in converted_rows:
            for position, functions, expression, converted in self._converting:
                stored = value = row[position]
                if converted is not None and stored in converted:
                    row[position] = converted[stored]
                    continue
                for convert in functions:
                    value = convert(value, expression, self.connection)
                row[position] = value
                if converted is not None:
                    if len(converted) >= _MOST_REUSED:
                        converted.clear()
                    converted[stored] = value
        return converted_rows


def _find_converted(expression: Any, connection: Any) -> dict[Any, Any] | None:
    field = type(expression.output_field)
    if field not in _REUSABLE:
        return None
    return _converted.setdefault((connection.vendor, connection.timezone_name, field), {})


def _choose_builder(compiler: Any, iterable: type, alias: str) -> Build:
    """Return the function that builds the objects of a queryset from converted rows.

    Raise TypeError for a queryset of any other kind than models, values or values lists.
    """
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
    info, select = compiler.klass_info, compiler.select
    model, fields = info["model"], info["select_fields"]
    start, end = fields[0], fields[-1] + 1
    names = [column.target.attname for column, *_more in select[start:end]]
    find_populators: Any = get_related_populators
    populators = find_populators(info, select, alias)
    annotations = list((compiler.annotation_col_map or {}).items())

    def build_instances(rows: Iterable[Row]) -> Iterator[Any]:
        for row in rows:
            instance = model.from_db(alias, names, row[start:end])
            for populator in populators:
                populator.populate(row, instance)
            for name, place in annotations:
                setattr(instance, name, row[place])
            yield instance

    return build_instances
