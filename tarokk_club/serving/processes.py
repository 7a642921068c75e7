"""The number of processes that serve the site, and the requirements for more than one."""

import os

from tarokk_club.database.address import database_at
from tarokk_club.env import Environment

MOST = 64
CACHES = ("redis://", "rediss://", "unix://")


class WorkersError(Exception):
    """The site cannot be served by this many processes; the text states the reason and what to
    do.
    """


def worker_count(environment: Environment) -> int:
    """Return the number of processes: WORKERS if set, else one per core.

    Without PostgreSQL and a shared cache it is 1.
    Raise WorkersError if the settings do not allow it.
    """
    wanted = _wanted(environment.workers)
    if environment.cache_url and not environment.cache_url.startswith(CACHES):
        raise WorkersError(f"CACHE_URL must begin with {', '.join(CACHES[:-1])} or {CACHES[-1]}.")
    if environment.replica_url and not (uses_postgresql(environment) and _is_server(environment)):
        raise WorkersError("DATABASE_REPLICA_URL needs PostgreSQL, there and at DATABASE_URL.")
    if not uses_postgresql(environment):
        if wanted > 1:
            raise WorkersError(
                f"WORKERS={wanted} needs PostgreSQL: an SQLite book is served by one process. "
                "Set DATABASE_URL, or leave WORKERS out."
            )
        return 1
    if not environment.cache_url:
        if wanted > 1:
            raise WorkersError(
                f"WORKERS={wanted} needs a cache that the processes share: without it each would "
                "count tries for itself. Set CACHE_URL=redis://… to a Valkey or Redis server."
            )
        return 1
    return wanted or usable_cores()


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _wanted(text: str) -> int:
    """Return the number in WORKERS, 0 if it is not set.

    Raise WorkersError if it is no number in the allowed range.
    """
    if not text:
        return 0
    if not text.isdecimal() or not 0 < int(text) <= MOST:
        raise WorkersError(f"WORKERS must be a number from 1 to {MOST}, not {text}.")
    return int(text)


def _is_server(environment: Environment) -> bool:
    return str(database_at(environment.replica_url)["ENGINE"]).endswith("postgresql")


def uses_postgresql(environment: Environment) -> bool:
    """Return whether the database is on a PostgreSQL server, where other nodes can reach it too."""
    if not environment.database_url:
        return False
    return str(database_at(environment.database_url)["ENGINE"]).endswith("postgresql")
