"""Queries whose SQL is built once in each process and then run with different values.

For each request, Django would build and compile the query, which takes far longer than SQLite
needs to run it.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from functools import cached_property
from threading import local
from typing import Any

from django.db import connections
from django.db.models import (
    Aggregate,
    Expression,
    F,
    Func,
    IntegerField,
    QuerySet,
    Subquery,
    TextField,
    Value,
)
from django.db.models.functions import JSONArray

from tarokk_club.database.prepared_rows import PreparedRows


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


def select_count(rows: QuerySet[Any]) -> QuerySet[Any, int]:
    """Return a queryset of a single value, the number of rows.

    Unlike the result of count(), it can be prepared or used as a subquery.
    """
    number = Func(F("pk"), function="COUNT", output_field=IntegerField())
    counted: QuerySet[Any, int] = (
        rows.order_by().annotate(how_many=number).values_list("how_many", flat=True)
    )
    return counted


class _JsonRows(Aggregate):
    """The rows of a query as the text of a JSON array."""

    function = "JSON_GROUP_ARRAY"
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Return the SQL for PostgreSQL, whose arrays are not text."""
        template = "%(function)s(%(expressions)s)::text"
        return self.as_sql(compiler, connection, function="JSONB_AGG", template=template, **context)


def select_rows_as_json(rows: QuerySet[Any], *fields: str) -> Subquery:
    """Return a subquery for a JSON text with an array for each row; it may be None for no rows.

    It reads the rows that belong to a row of the outer query without repeating the outer row.
    """
    # A constant makes one group of all rows.
    columns = rows.order_by().annotate(_all=Value(1)).values("_all")
    return Subquery(columns.annotate(_json=_JsonRows(JSONArray(*fields))).values("_json"))


class PreparedQuery:
    """A query with parameters, which is compiled at its first run on each database.

    build: returns the queryset; called once.
    """

    def __init__(self, build: Callable[[], QuerySet[Any, Any]]) -> None:
        self._build = build
        # By the alias of the database and its kind, which has its own dialect.
        self._compiled: dict[tuple[str, str], _Compiled] = {}

    def run(self, **values: Any) -> list[Any]:
        """Return the rows of the queryset with these values of its parameters."""
        alias = self._queryset.db
        connection: Any = connections[alias]
        key = (alias, connection.vendor)
        compiled = self._compiled.get(key)
        if compiled is None:
            compiled = self._compiled[key] = _Compiled(self._queryset, alias)
        return compiled.run(connection, values)

    def first(self, **values: Any) -> Any:
        """Return the first row, or None; the queryset itself should limit the number of rows."""
        return next(iter(self.run(**values)), None)

    @cached_property
    def _queryset(self) -> QuerySet[Any, Any]:
        return self._build()


class _Compiled:
    """A queryset with its SQL for one database, and a reader of its rows for each thread."""

    def __init__(self, rows: Any, alias: str) -> None:
        self._alias, self._iterable = alias, rows._iterable_class
        self._compiler = rows.query.clone().get_compiler(using=alias)
        self._sql, parameters = self._compiler.as_sql()
        # A connection belongs to one thread; each reader sets its own.
        self._compiler.connection = None
        # The parameters of the query, and the positions that each run fills.
        self._parameters = list(parameters)
        self._positions = [
            (position, parameter.name, parameter.output_field)
            for position, parameter in enumerate(parameters)
            if isinstance(parameter, Parameter)
        ]
        self._local = local()

    def run(self, connection: Any, values: dict[str, Any]) -> list[Any]:
        parameters = self._parameters.copy()
        for position, name, field in self._positions:
            parameters[position] = field.get_db_prep_value(values[name], connection)
        reader = self._prepare_reader(connection)
        cursor = connection.cursor()
        try:
            cursor.execute(self._sql, parameters)
            rows = cursor.fetchall()
        finally:
            cursor.close()
        return reader.read(rows)

    def _prepare_reader(self, connection: Any) -> PreparedRows:
        """Return the reader of this thread's connection."""
        reader: PreparedRows | None = getattr(self._local, "reader", None)
        if reader is None or reader.connection is not connection:
            compiler = copy(self._compiler)
            compiler.connection = connection
            reader = self._local.reader = PreparedRows(compiler, self._iterable, self._alias)
        return reader
