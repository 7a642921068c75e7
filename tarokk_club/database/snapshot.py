"""A consistent snapshot for many reads, while others continue to write."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def read_from_snapshot() -> Iterator[None]:
    """Make all reads in the block see the database as it was at the first read.

    Inside a transaction, do nothing.
    """
    if connection.in_atomic_block:
        # The outer transaction already determines what its reads see.
        yield
        return
    if connection.vendor == "sqlite":
        with _defer_transactions(), transaction.atomic():
            yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


@contextmanager
def _defer_transactions() -> Iterator[None]:
    """Make transactions in the block deferred, so that a reader does not block the writer."""
    connection.ensure_connection()
    lite: Any = connection
    mode, lite.transaction_mode = lite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        lite.transaction_mode = mode
