"""Processor time of child processes in nanoseconds, as Linux counts it."""

from __future__ import annotations

import contextlib
from pathlib import Path

PROC = Path("/proc")


def parent(process: int) -> int:
    """Return the id of the process that started this one."""
    return int((PROC / str(process) / "stat").read_text().rpartition(")")[2].split()[1])


def family(process: int) -> list[int]:
    """Return this process and its running child processes."""
    found = [process]
    for folder in PROC.glob("[0-9]*"):
        # A process may end while it is read.
        with contextlib.suppress(OSError):
            if parent(int(folder.name)) == process:
                found.append(int(folder.name))
    return found


def spent(processes: list[int]) -> dict[int, int]:
    """Return the processor time of each process so far in nanoseconds; ended processes are left
    out.
    """
    found = {}
    for process in processes:
        with contextlib.suppress(OSError):
            found[process] = int((PROC / str(process) / "schedstat").read_text().split()[0])
    return found


def cpu_seconds_between(before: dict[int, int], after: dict[int, int]) -> float:
    """Return the processor seconds between two moments, summed over the processes alive at both."""
    return sum(now - before[one] for one, now in after.items() if one in before) / 1e9
