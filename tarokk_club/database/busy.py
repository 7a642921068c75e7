"""How often the database was busy for too long: the site's locks should make that never happen."""

import time
from collections.abc import Callable
from typing import Any

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

# A lock that could not be had, a deadlock, two writers of one row.
_POSTGRES = {"55P03", "40P01", "40001"}
_moments: list[float] = []


def watch() -> None:
    """Count from now on, on every connection."""
    connection_created.connect(_listen, dispatch_uid="locks.listen")


def seen() -> int:
    """How many since the process began."""
    return len(_moments)


def since_last() -> float | None:
    """Seconds since the last one; None when there was none."""
    return time.monotonic() - _moments[-1] if _moments else None


def _listen(*, connection: BaseDatabaseWrapper, **more: Any) -> None:
    if _counting not in connection.execute_wrappers:
        connection.execute_wrappers.append(_counting)


def _counting(execute: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return execute(*arguments)
    except OperationalError as error:
        state = getattr(error.__cause__, "sqlstate", None)
        if state in _POSTGRES or (state is None and "locked" in str(error)):
            _moments.append(time.monotonic())
        raise
