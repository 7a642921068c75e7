"""Rows from an archive or another database, written unchanged, within a unit of work or into an
empty database.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import DateField, Model


def add_rows(rows: Sequence[Model], *, using: str = DEFAULT_DB_ALIAS) -> None:
    """Insert rows of one model, preserving times that Django would set itself."""
    if not rows:
        return
    model = type(rows[0])
    stamps = [
        field.attname
        for field in model._meta.concrete_fields
        if isinstance(field, DateField) and (field.auto_now or field.auto_now_add)
    ]
    kept = [[getattr(row, name) for name in stamps] for row in rows]
    manager: Any = model._base_manager.using(using)
    manager.bulk_create(rows)
    if stamps:
        for row, values in zip(rows, kept, strict=True):
            for name, value in zip(stamps, values, strict=True):
                setattr(row, name, value)
        manager.bulk_update(rows, stamps)


def write_over(
    model: type[Model],
    name: str,
    values: Iterable[tuple[Any, Any]],
    *,
    using: str = DEFAULT_DB_ALIAS,
) -> None:
    """Update one field of many rows, each with a value of its own.

    values: (key, value) of each row.
    """
    connection, meta = connections[using], model._meta
    field: Any = meta.get_field(name)
    key: Any = meta.pk
    columns = (meta.db_table, field.column, key.column)
    table, column, where = (connection.ops.quote_name(one) for one in columns)
    told = [
        (field.get_db_prep_save(value, connection), key.get_db_prep_save(pk, connection))
        for pk, value in values
    ]
    with connection.cursor() as cursor:
        # Safe: the names are the model's own, quoted, and contain no user input.
        cursor.executemany(f"UPDATE {table} SET {column} = %s WHERE {where} = %s", told)  # noqa: S608
