"""What many tests of a module start from, laid once and found untouched by each of them."""

import contextlib
from collections.abc import Callable, Iterator
from typing import TypeVar

from django.db import transaction
from pytest_django import DjangoDbBlocker

Laid = TypeVar("Laid")


@contextlib.contextmanager
def laid_once(blocker: DjangoDbBlocker, lay: Callable[[], Laid]) -> Iterator[Laid]:
    """Rows that stand for as long as this is open; the transaction of each test lies inside.

    For a fixture of the scope "module" that asks for `django_db_setup`, in a module without a test
    that commits. Each test takes a deep copy of what was made, for it may write on the objects.
    """
    with blocker.unblock(), transaction.atomic():
        # As in a TestCase: a write that must be the outermost one may begin inside.
        transaction.get_connection().atomic_blocks[-1]._from_testcase = True
        try:
            laid = lay()
            with blocker.block():
                yield laid
        finally:
            transaction.set_rollback(True)
