"""A count of the database's lock errors, which the site's own locks should prevent."""

import time
from collections.abc import Callable
from typing import Any

from django.db import OperationalError
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

# Lock not available, deadlock, serialisation failure.
_POSTGRES = {"55P03", "40P01", "40001"}
_moments: list[float] = []


def watch_lock_errors() -> None:
    """Count lock errors on every connection from now on."""
    connection_created.connect(_install_counter, dispatch_uid="locks.listen")


def get_lock_error_count() -> int:
    """Return the number of lock errors since the process started."""
    return len(_moments)


def get_seconds_since_lock_error() -> float | None:
    """Return the seconds since the last lock error, or None if there was none."""
    return time.monotonic() - _moments[-1] if _moments else None


def _install_counter(*, connection: BaseDatabaseWrapper, **more: Any) -> None:
    if _execute_and_record_lock_error not in connection.execute_wrappers:
        connection.execute_wrappers.append(_execute_and_record_lock_error)


def _execute_and_record_lock_error(execute: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return execute(*arguments)
    except OperationalError as error:
        state = getattr(error.__cause__, "sqlstate", None)
        if state in _POSTGRES or (state is None and "locked" in str(error)):
            _moments.append(time.monotonic())
        raise
