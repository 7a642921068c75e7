"""The cache that processes share, on Valkey or Redis, with a fallback for outages.

While the server is unreachable, each process counts attempts and caches fragments in its own
memory.
"""

import logging
import pickle
import threading
import time
from collections.abc import Callable
from typing import Any

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from django.utils.crypto import constant_time_compare, salted_hmac
from redis.exceptions import RedisError

# A server nearby responds within a millisecond, so do not wait long for a lost one.
CONNECT_SECONDS, ANSWER_SECONDS = 0.3, 1.0
# Pause after a fault before the server is contacted again.
PAUSE_SECONDS = 2.0
# The basic methods of a Django cache, from which all others are built.
CALLS = (
    *("add", "get", "set", "touch", "delete", "get_many", "has_key", "incr"),
    *("set_many", "delete_many", "clear"),
)
_SALT, _SIGNATURE_BYTES = "tarokk_club.http.shared_cache", 32
_log = logging.getLogger(__name__)


class _Fault:
    """The pause after a fault, during which this process does not contact the server."""

    def __init__(self) -> None:
        self._until, self._lock = 0.0, threading.Lock()

    def is_active(self) -> bool:
        return time.monotonic() < self._until

    def start(self, error: Exception) -> None:
        with self._lock:
            # One log line for each fault, however many threads met it.
            if not self.is_active():
                _log.warning("shared cache lost: %s", type(error).__name__)
            self._until = time.monotonic() + PAUSE_SECONDS

    def stop(self) -> None:
        self._until = 0.0


FAULT = _Fault()


class ForgedEntryError(RedisError):
    """An entry of the shared cache was not signed with this site's key."""


class SignedSerializer:
    """A serializer that signs pickled values, so that nobody can inject code through it."""

    def dumps(self, value: Any) -> Any:
        """Return the value as it is stored: an integer unchanged, any other value signed."""
        if type(value) is int:
            return value
        content = pickle.dumps(value)
        return _compute_signature(content) + content

    def loads(self, stored: bytes) -> Any:
        """Return the value of a stored entry.

        Raise ForgedEntryError if it is neither an integer nor signed with this site's key.
        """
        if stored.lstrip(b"-").isdigit():
            return int(stored)
        signature, content = stored[:_SIGNATURE_BYTES], stored[_SIGNATURE_BYTES:]
        if not constant_time_compare(signature, _compute_signature(content)):
            raise ForgedEntryError
        return pickle.loads(content)  # noqa: S301 - signed by this site


def _compute_signature(content: bytes) -> bytes:
    return salted_hmac(_SALT, content, algorithm="sha256").digest()


class SharedCache(RedisCache):
    """Django's Redis cache at `CACHE_URL`, with signed entries and a fallback to memory.

    server: URL of the server.
    """

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        options = params.get("OPTIONS", {})
        most = options.pop("MAX_ENTRIES", None)
        options.setdefault("socket_connect_timeout", CONNECT_SECONDS)
        options.setdefault("socket_timeout", ANSWER_SECONDS)
        options.setdefault("serializer", SignedSerializer())
        super().__init__(server, {**params, "OPTIONS": options})
        mine = {**params, "OPTIONS": {"MAX_ENTRIES": most} if most else {}}
        self._mine = LocMemCache(f"alone {self.key_prefix}", mine)

    def is_up(self) -> bool:
        """Return whether the server responds now."""
        try:
            self._cache.get_client().ping()
        except RedisError:
            return False
        return True


def _build_method_with_fallback(name: str) -> Callable[..., Any]:
    method = getattr(RedisCache, name)

    def call_with_fallback(self: SharedCache, *arguments: Any, **named: Any) -> Any:
        if not FAULT.is_active():
            try:
                return method(self, *arguments, **named)
            except RedisError as error:
                FAULT.start(error)
        return getattr(self._mine, name)(*arguments, **named)

    call_with_fallback.__name__, call_with_fallback.__doc__ = name, method.__doc__
    return call_with_fallback


for _name in CALLS:
    setattr(SharedCache, _name, _build_method_with_fallback(_name))
