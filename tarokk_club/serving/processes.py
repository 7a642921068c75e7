"""The number of processes that serve the site, and the requirements for more than one."""

import os
from pathlib import Path

from tarokk_club.database.address import build_database_settings
from tarokk_club.env import Environment

# The variable in which prometheus-client expects that folder.
COUNTED_IN = "PROMETHEUS_MULTIPROC_DIR"


class WorkersError(Exception):
    """The settings do not allow this many processes; the text states why and the remedy."""


def choose_worker_count(environment: Environment) -> int:
    """Return the number of processes: WORKERS if set, else one per core.

    Return 1 without PostgreSQL or without a shared cache.
    Raise WorkersError if the settings do not allow as many as WORKERS.
    """
    wanted = int(environment.workers or 0)
    if environment.replica_url and not uses_postgresql(environment):
        raise WorkersError("DATABASE_REPLICA_URL needs PostgreSQL at DATABASE_URL too.")
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
    return wanted or count_usable_cores()


def count_usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def uses_postgresql(environment: Environment) -> bool:
    """Return whether the database is on a PostgreSQL server, which several nodes can share."""
    if not environment.database_url:
        return False
    return str(build_database_settings(environment.database_url)["ENGINE"]).endswith("postgresql")


def prepare_shared_metrics(var: Path) -> None:
    """Create or empty the folder for the metrics of all processes, and set it in the environment.

    Call this before any process starts.
    """
    folder = var / "metrics"
    folder.mkdir(exist_ok=True, mode=0o700)
    for path in folder.glob("*.db"):
        path.unlink(missing_ok=True)
    os.environ[COUNTED_IN] = str(folder)
