"""Reading much at one moment, while others go on writing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """All that is read inside shows the book as it was when the first row was read."""
    if connection.in_atomic_block:
        # Whoever opened the transaction has decided what it shows.
        yield
        return
    if connection.vendor == "sqlite":
        with _without_the_lock(), transaction.atomic():
            yield
        return
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


@contextmanager
def _without_the_lock() -> Iterator[None]:
    """A transaction that only reads must not keep the one writer out."""
    connection.ensure_connection()
    lite: Any = connection
    mode, lite.transaction_mode = lite.transaction_mode, "DEFERRED"
    try:
        yield
    finally:
        lite.transaction_mode = mode
