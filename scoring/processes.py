"""Sharing of work among processes, with the results in order."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import TypeVar

Batch = TypeVar("Batch")
Result = TypeVar("Result")

# Batches queued for each process, so that no process has to wait for a slower one.
AHEAD = 2


def map_in_order(work: Callable[[Batch], Result], batches: Iterable[Batch]) -> Iterator[Result]:
    """Yield `work(batch)` for each batch, in order, using one process per processor.

    Only a few batches are in memory at a time. If a process dies, this process computes its batch.

    work: a function that the processes can import.
    """
    processes = _count_processors()
    pool = _start_pool(processes) if processes > 1 else None
    if pool is None:
        yield from map(work, batches)
        return
    waiting: deque[tuple[Batch, Future[Result] | None]] = deque()
    try:
        for batch in batches:
            waiting.append((batch, _submit_batch(pool, work, batch)))
            if len(waiting) > AHEAD * processes:
                yield _wait_for_result(work, *waiting.popleft())
        while waiting:
            yield _wait_for_result(work, *waiting.popleft())
    finally:
        pool.shutdown(cancel_futures=True)


def _start_pool(processes: int) -> ProcessPoolExecutor | None:
    """Return a process pool, or None if the system lacks the semaphores that it needs."""
    try:
        return ProcessPoolExecutor(processes, get_context("spawn"), _initialise_process)
    except (ImportError, NotImplementedError, OSError):
        return None


def _submit_batch(
    pool: ProcessPoolExecutor, work: Callable[[Batch], Result], batch: Batch
) -> Future[Result] | None:
    try:
        return pool.submit(work, batch)
    except (BrokenProcessPool, OSError):
        return None


def _wait_for_result(
    work: Callable[[Batch], Result], batch: Batch, future: Future[Result] | None
) -> Result:
    if future is not None:
        try:
            return future.result()
        except BrokenProcessPool:
            pass
    return work(batch)


def _initialise_process() -> None:
    """Ignore Ctrl-C, and exit when the parent process ends, even if it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_exit_with_parent, daemon=True).start()


def _exit_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _count_processors() -> int:
    """Return the number of processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
