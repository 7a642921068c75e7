"""What is done beside serving, in processes of its own, so that no request waits."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tarokk_club.env import ROOT

# The first look waits until the site is open.
FIRST_LOOK, LOOK_EVERY = 3, 3600
# A sender that ended by itself is started again after so many seconds.
SENDER_REST = 60


@contextmanager
def daily_backups(*, wanted: bool) -> Iterator[None]:
    """Run `daily` every hour as long as the block runs; the book says whether its work is due."""
    over = threading.Event()
    watcher = threading.Thread(target=_watch, args=(over,), daemon=True)
    if wanted:
        watcher.start()
    try:
        yield
    finally:
        over.set()
        if wanted:
            watcher.join()


@contextmanager
def notice_sender(*, wanted: bool) -> Iterator[None]:
    """Send letters and notices as long as the block runs, where there is a way to send any."""
    over = threading.Event()
    watcher = threading.Thread(target=_send, args=(over,), daemon=True)
    if wanted:
        watcher.start()
    try:
        yield
    finally:
        over.set()
        if wanted:
            watcher.join()


def _send(over: threading.Event) -> None:
    pause = FIRST_LOOK
    while not over.wait(pause):
        pause = SENDER_REST
        _run(over, "notices", "--watch")


def _watch(over: threading.Event) -> None:
    pause = FIRST_LOOK
    while not over.wait(pause):
        pause = LOOK_EVERY
        _run(over, "daily")


def _run(over: threading.Event, *command: str) -> None:
    # What goes wrong is written to the site's error output, and tried again at the next look.
    with subprocess.Popen(
        [sys.executable, "-m", "tarokk_club", *command],
        # The folder stays, as the book may be named from it.
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        # Ctrl-C in the terminal is for the site, which ends this itself.
        start_new_session=True,
    ) as process:
        while process.poll() is None:
            if over.wait(0.2):
                process.terminate()
                return
