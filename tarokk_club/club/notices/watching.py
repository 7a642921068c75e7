"""The process beside a served site that sends notices and webhook messages."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Callable

from django.db import DatabaseError, connections

from tarokk_club.club.notices.usecases.reminders import (
    queue_debt_reminders,
    queue_evening_reminders,
)
from tarokk_club.club.notices.usecases.sending import has_due_notices, send_notices
from tarokk_club.club.webhooks.usecases.sending import has_due_deliveries, send_deliveries
from tarokk_club.database.cluster import try_cluster_lock

LOOK_EVERY, REMIND_EVERY, STEP = 30.0, 900.0, 2.0
REMINDING = "reminding"
_log = logging.getLogger("tarokk_club.notices")


def queue_reminders() -> None:
    """Queue reminders of debts and evenings, unless another process is doing so."""
    with try_cluster_lock(REMINDING, wait=False) as mine:
        if mine:
            queue_debt_reminders()
            queue_evening_reminders()


def send_messages_until_stopped() -> None:
    """Queue reminders and send messages until a signal arrives or the parent process ends."""
    over, parent = threading.Event(), os.getppid()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: over.set())

    def is_over() -> bool:
        return over.is_set() or os.getppid() != parent

    checked = reminded = float("-inf")
    while not is_over():
        now = time.monotonic()
        if now - checked >= LOOK_EVERY:
            checked = now
            reminds = now - reminded >= REMIND_EVERY
            reminded = now if reminds else reminded
            _send_due_messages(reminds=reminds, is_over=is_over)
        over.wait(STEP)


def _send_due_messages(*, reminds: bool, is_over: Callable[[], bool]) -> None:
    """Queue reminders if `reminds`, then send the due notices and webhook messages.

    Log database and network errors, as the next check tries again.
    """
    try:
        if reminds:
            queue_reminders()
        if has_due_notices():
            send_notices(is_over=is_over)
        if has_due_deliveries():
            send_deliveries(is_over=is_over)
    except (DatabaseError, OSError) as error:
        _log.warning("notices", extra={"fields": {"error": type(error).__name__}})
    finally:
        # Close the connections, as the database may be restarted or restored between checks.
        connections.close_all()
