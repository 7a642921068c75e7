"""A consistent snapshot for many reads, while others continue to write."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def consistent_snapshot() -> Iterator[None]:
    """Read all rows in the block as they were when the first row was read."""
    if connection.in_atomic_block:
        # The outer transaction already determines what its reads see.
        yield
        return
    if connection.vendor == "sqlite":
        with _deferred_transactions(), transaction.atomic():
            yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


@contextmanager
def _deferred_transactions() -> Iterator[None]:
    """Begin transactions in the block as deferred, so that a reader does not block the writer."""
    connection.ensure_connection()
    lite: Any = connection
    mode, lite.transaction_mode = lite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        lite.transaction_mode = mode
