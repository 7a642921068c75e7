"""Background jobs in processes of their own, so that no request waits for them."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager

from tarokk_club.env import ERASURES_FILE, REVOCATIONS_FILE, ROOT, Environment

# The first run waits until the site is open.
FIRST_LOOK, LOOK_EVERY = 3, 900
# How often to look whether somebody was erased or access revoked, if there is a bucket.
LIST_LOOK = 5
# Seconds until a sender that stopped by itself is started again.
SENDER_REST = 60


def run_daily_jobs(*, wanted: bool) -> AbstractContextManager[None]:
    """Call the command `daily` every quarter of an hour while the block runs.

    With a bucket, also call it as soon as the list of erased people or of revoked access changes.
    The command does only the jobs that are due.

    wanted: False to only run the block.
    """
    return _run_thread(_repeat_daily_jobs, wanted=wanted)


def run_notice_sender(*, wanted: bool) -> AbstractContextManager[None]:
    """Run the command `notices --watch` while the block runs, and restart it if it ends.

    wanted: False to only run the block.
    """
    return _run_thread(_restart_sender, wanted=wanted)


@contextmanager
def _run_thread(work: Callable[[threading.Event], None], *, wanted: bool) -> Iterator[None]:
    """Run the work in a thread until the block ends; then set its event and wait for it."""
    over = threading.Event()
    thread = threading.Thread(target=work, args=(over,), daemon=True)
    if wanted:
        thread.start()
    try:
        yield
    finally:
        over.set()
        if wanted:
            thread.join()


def _restart_sender(over: threading.Event) -> None:
    pause = FIRST_LOOK
    while not over.wait(pause):
        pause = SENDER_REST
        _run_command(over, "notices", "--watch")


def _repeat_daily_jobs(over: threading.Event) -> None:
    pause, times = FIRST_LOOK, _list_modification_times()
    while not _wait_until_due(over, pause, times):
        pause, times = LOOK_EVERY, _list_modification_times()
        _run_command(over, "daily")


def _wait_until_due(over: threading.Event, seconds: float, times: list[int]) -> bool:
    """Wait for some seconds or until a list changes; return whether the site is stopping.

    times: modification times of the lists when they were last sent; empty without a bucket.
    """
    if not times:
        return over.wait(seconds)
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if over.wait(min(left, LIST_LOOK)):
            return True
        if _list_modification_times() != times:
            return False
    return over.is_set()


def _list_modification_times() -> list[int]:
    """Return the modification times of the lists in nanoseconds; empty without a bucket."""
    environment = Environment()
    if not environment.backup_url:
        return []
    paths = (environment.var / name for name in (ERASURES_FILE, REVOCATIONS_FILE))
    return [path.stat().st_mtime_ns if path.exists() else 0 for path in paths]


def _run_command(over: threading.Event, *command: str) -> None:
    # Errors go to the site's standard error, and the next run tries again.
    with subprocess.Popen(
        [sys.executable, "-m", "tarokk_club", *command],
        # Do not change the working directory, because the database path may be relative to it.
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        # On Ctrl-C in the terminal the site stops first, and then stops this process itself.
        start_new_session=True,
    ) as process:
        while process.poll() is None:
            if over.wait(0.2):
                process.terminate()
                return
