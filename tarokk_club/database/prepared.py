"""Queries whose SQL is built once in each process and then run with different values.

For each request, Django would build and compile the query, which takes far longer than SQLite
needs to run it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import cached_property
from threading import local
from typing import Any, NamedTuple
from uuid import UUID

from django.db import connections
from django.db.models import (
    BooleanField,
    DateField,
    DateTimeField,
    Expression,
    ExpressionWrapper,
    F,
    Func,
    IntegerField,
    QuerySet,
    UUIDField,
)


class IdText(UUIDField):  # type: ignore[type-arg]
    """A stored UUID that is read as text, which is compared and found in dicts faster."""

    def from_db_value(self, value: UUID | None, *_expression: object) -> str | None:
        """Return the UUID as text."""
        return None if value is None else str(value)


# The fields whose values are immutable and depend on the stored value only.
_REUSABLE = (BooleanField, DateField, DateTimeField, IdText, UUIDField)
_MOST_REUSED = 20_000
_UNKNOWN = object()
# The values of such fields by their stored values, for each database, time zone and field.
_converted: dict[tuple[str, str | None, type], dict[Any, Any]] = {}


class Parameter(Expression):
    """A placeholder in a prepared query, whose value is an argument of each run.

    name: the keyword of that argument.
    output_field: the type of the value.
    """

    def __init__(self, name: str, output_field: Any) -> None:
        super().__init__(output_field=output_field)
        self.name = name

    def as_sql(self, *_compiling: Any, **_context: Any) -> tuple[str, Any]:
        """Return a placeholder in SQL, with this object as its parameter."""
        return "%s", [self]


def select_id_text(field: str) -> ExpressionWrapper[Any]:
    """Return an expression for an id of the rows, read as text."""
    return ExpressionWrapper(F(field), output_field=IdText())


def select_count(rows: QuerySet[Any]) -> QuerySet[Any, int]:
    """Return a queryset of a single value, the number of rows.

    Unlike the result of count(), it can be prepared or used as a subquery.
    """
    number = Func(F("pk"), function="COUNT", output_field=IntegerField())
    counted: QuerySet[Any, int] = (
        rows.order_by().annotate(how_many=number).values_list("how_many", flat=True)
    )
    return counted


class PreparedQuery:
    """A query with parameters, which is compiled at its first run.

    build: returns the queryset; called once.
    """

    def __init__(self, build: Callable[[], QuerySet[Any, Any]]) -> None:
        self._build = build
        # By the alias of the database and its kind, which has its own dialect.
        self._compiled: dict[tuple[str, str], _Compiled] = {}

    def run(self, **values: Any) -> list[Any]:
        """Return the rows of the queryset with these values of its parameters."""
        alias = self._rows.db
        key = (alias, connections[alias].vendor)
        compiled = self._compiled.get(key)
        if compiled is None:
            compiled = self._compiled[key] = _Compiled(self._rows, alias)
        return list(compiled.run(values))

    def first(self, **values: Any) -> Any:
        """Return the first row, or None; the queryset itself should limit the number of rows."""
        return next(iter(self.run(**values)), None)

    @cached_property
    def _rows(self) -> QuerySet[Any, Any]:
        return self._build()


class _Compiled:
    """A queryset with its SQL for one database, and a compiler for each thread."""

    def __init__(self, rows: Any, alias: str) -> None:
        self._alias = alias
        self._iterable, self._model, self._fields = rows._iterable_class, rows.model, rows._fields
        self._query = rows.query.clone()
        self._compiler = self._query.get_compiler(using=alias)
        self._sql, self._parameters = self._compiler.as_sql()
        # It belongs to this thread only.
        self._compiler.connection = None
        self._local = local()

    def run(self, values: dict[str, Any]) -> Iterable[Any]:
        connection: Any = connections[self._alias]
        parameters = tuple(
            parameter.output_field.get_db_prep_value(values[parameter.name], connection)
            if isinstance(parameter, Parameter)
            else parameter
            for parameter in self._parameters
        )
        compiler = self._prepare_compiler(connection)
        compiler.as_sql = lambda: (self._sql, parameters)
        query: Any = _BoundQuery(self._query, compiler)
        bound: Any = QuerySet(self._model, query, self._alias)
        bound._fields = self._fields
        rows: Iterable[Any] = self._iterable(bound)
        return rows

    def _prepare_compiler(self, connection: Any) -> Any:
        """Return the compiler of this thread, with the converters of its connection."""
        compiler = getattr(self._local, "compiler", None)
        if compiler is None or compiler.connection is not connection:
            compiler = self._local.compiler = copy(self._compiler)
            compiler.connection = connection
            columns = [column for column, *_annotation in compiler.select]
            converters = compiler.get_converters(columns)
            compiler.get_converters = lambda _columns: converters
            is_composite = compiler.has_composite_fields(columns)
            compiler.has_composite_fields = lambda _columns: is_composite
            prepared = [
                _Column(position, functions, expression, _find_converted(expression, connection))
                for position, (functions, expression) in converters.items()
            ]
            compiler.apply_converters = lambda rows, _converters: _convert_rows(
                rows, prepared, connection
            )
        return compiler


class _Column(NamedTuple):
    """A column whose values need conversion.

    converted: the values by their stored values, None if they cannot be reused.
    """

    position: int
    functions: list[Callable[[Any, Any, Any], Any]]
    expression: Any
    converted: dict[Any, Any] | None


def _find_converted(expression: Any, connection: Any) -> dict[Any, Any] | None:
    field = type(expression.output_field)
    if field not in _REUSABLE:
        return None
    return _converted.setdefault((connection.vendor, connection.timezone_name, field), {})


def _convert_rows(
    rows: Iterable[Any], columns: list[_Column], connection: Any
) -> Iterator[list[Any]]:
    """Yield the rows like `apply_converters` of Django, converting each reusable value once."""
    for row in map(list, rows):
        for position, functions, expression, converted in columns:
            stored = value = row[position]
            if converted is not None:
                value = converted.get(stored, _UNKNOWN)
                if value is not _UNKNOWN:
                    row[position] = value
                    continue
                value = stored
            for convert in functions:
                value = convert(value, expression, connection)
            row[position] = value
            if converted is not None:
                if len(converted) >= _MOST_REUSED:
                    converted.clear()
                converted[stored] = value
        yield row


class _BoundQuery:
    """A query whose queryset uses the given compiler instead of creating one."""

    def __init__(self, query: Any, compiler: Any) -> None:
        self._query, self._compiler = query, compiler

    def get_compiler(self, *_where: Any, **_which: Any) -> Any:
        return self._compiler

    def __getattr__(self, name: str) -> Any:
        return getattr(self._query, name)
