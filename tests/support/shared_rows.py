"""Rows that many tests of a module share, created once and rolled back at the end."""

import contextlib
from collections.abc import Callable, Iterator
from typing import TypeVar

from django.db import transaction
from pytest_django import DjangoDbBlocker

Laid = TypeVar("Laid")


@contextlib.contextmanager
def create_rows_once(blocker: DjangoDbBlocker, lay: Callable[[], Laid]) -> Iterator[Laid]:
    """Create rows for the length of the block, outside the transactions of the tests.

    For a module-scoped fixture that requests `django_db_setup`, in a module whose tests do not
    commit. Each test takes a deep copy of the result, because it may change the objects.
    """
    with blocker.unblock(), transaction.atomic():
        # As in a TestCase: a block that must be the outermost one may be opened inside.
        transaction.get_connection().atomic_blocks[-1]._from_testcase = True
        try:
            laid = lay()
            with blocker.block():
                yield laid
        finally:
            transaction.set_rollback(True)
