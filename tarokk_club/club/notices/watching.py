"""The sender process next to a served site: it checks twice a minute for notices and messages to
webhooks.
"""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable

from django.db import DatabaseError, connections

from tarokk_club.club.notices.usecases.reminders import remind_debts, remind_evenings
from tarokk_club.club.notices.usecases.sending import notices_due, send_notices
from tarokk_club.club.webhooks.usecases.sending import deliveries_due, send_deliveries
from tarokk_club.database.cluster import try_cluster_lock

LOOK_EVERY, REMIND_EVERY, STEP = 30.0, 900.0, 2.0
REMINDING = "reminding"
_log = logging.getLogger("tarokk_club.notices")


def queue_reminders() -> None:
    """Queue reminders of debts and evenings, in only one process of the cluster at a time."""
    with try_cluster_lock(REMINDING, wait=False) as mine:
        if mine:
            remind_debts()
            remind_evenings()


def watch_notices() -> None:
    """Send notices until SIGTERM or SIGINT, or until the site's process that started this has
    ended.
    """
    over, parent = threading.Event(), os.getppid()
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, lambda *_: over.set())

    def is_over() -> bool:
        return over.is_set() or os.getppid() != parent

    looked = reminded = float("-inf")
    while not is_over():
        now = time.monotonic()
        if now - looked >= LOOK_EVERY:
            looked = now
            reminds = now - reminded >= REMIND_EVERY
            reminded = now if reminds else reminded
            _look(reminds=reminds, is_over=is_over)
        over.wait(STEP)


def _look(*, reminds: bool, is_over: Callable[[], bool]) -> None:
    """Check once; log an error and leave it to the next check to try again."""
    try:
        if reminds:
            queue_reminders()
        if notices_due():
            send_notices(is_over=is_over)
        if deliveries_due():
            send_deliveries(is_over=is_over)
    except (DatabaseError, OSError) as error:
        _log.warning("notices", extra={"fields": {"error": type(error).__name__}})
    finally:
        # Keep no connection between checks: the server may restart, the database be restored.
        connections.close_all()
