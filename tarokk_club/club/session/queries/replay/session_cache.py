"""An in-memory cache of the latest results of this process for a few sessions."""

from threading import Lock
from typing import Generic, TypeVar
from uuid import UUID

from tarokk_club.club.models import Session

Value = TypeVar("Value")


class SessionCache(Generic[Value]):
    """A cache with one value per session, for the sessions stored most recently."""

    MOST = 8

    def __init__(self) -> None:
        self._lock = Lock()
        self._values: dict[UUID, Value] = {}

    def find_value(self, session: Session) -> Value | None:
        """Return the value of the session, or None."""
        return self._values.get(session.pk)

    def store_value(self, session: Session, value: Value) -> None:
        """Store the value; if the cache is full, drop the session stored longest ago."""
        with self._lock:
            self._values.pop(session.pk, None)
            self._values[session.pk] = value
            while len(self._values) > self.MOST:
                del self._values[next(iter(self._values))]
