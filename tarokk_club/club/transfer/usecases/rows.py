"""Write rows from an archive or another database without changing them."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import DateField, Model


def add_rows(rows: Sequence[Model], *, using: str = DEFAULT_DB_ALIAS) -> None:
    """Insert rows of a single model without changing their automatic dates and times.

    using: the alias of the database.
    """
    if not rows:
        return
    model = type(rows[0])
    stamps = [
        field.attname
        for field in model._meta.concrete_fields
        if isinstance(field, DateField) and (field.auto_now or field.auto_now_add)
    ]
    original_times = [[getattr(row, name) for name in stamps] for row in rows]
    manager: Any = model._base_manager.using(using)
    manager.bulk_create(rows)
    if stamps:
        for row, values in zip(rows, original_times, strict=True):
            for name, value in zip(stamps, values, strict=True):
                setattr(row, name, value)
        manager.bulk_update(rows, stamps)


def update_field_of_rows(
    model: type[Model],
    name: str,
    values: Iterable[tuple[Any, Any]],
    *,
    using: str = DEFAULT_DB_ALIAS,
) -> None:
    """Set one field of many rows, each to its own value.

    values: pairs of primary key and new value.
    using: the alias of the database.
    """
    connection, meta = connections[using], model._meta
    field: Any = meta.get_field(name)
    key: Any = meta.pk
    columns = (meta.db_table, field.column, key.column)
    table, column, key_column = (
        connection.ops.quote_name(name_of_column) for name_of_column in columns
    )
    parameters = [
        (field.get_db_prep_save(value, connection), key.get_db_prep_save(pk, connection))
        for pk, value in values
    ]
    with connection.cursor() as cursor:
        # Safe, because the quoted names are those of the model and no user input.
        cursor.executemany(f"UPDATE {table} SET {column} = %s WHERE {key_column} = %s", parameters)  # noqa: S608
