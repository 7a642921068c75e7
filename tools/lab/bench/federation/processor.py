"""Read the processor time of processes from Linux."""

from __future__ import annotations

import contextlib
from pathlib import Path

PROC = Path("/proc")


def find_parent(process: int) -> int:
    """Return the id of the process that started this one."""
    return int((PROC / str(process) / "stat").read_text().rpartition(")")[2].split()[1])


def find_family(process: int) -> list[int]:
    """Return this process and its running child processes."""
    family = [process]
    for folder in PROC.glob("[0-9]*"):
        # A process may end while it is read.
        with contextlib.suppress(OSError):
            if find_parent(int(folder.name)) == process:
                family.append(int(folder.name))
    return family


def read_cpu_times(processes: list[int]) -> dict[int, int]:
    """Return the nanoseconds that each running process has used so far; skip ended processes."""
    times = {}
    for process in processes:
        with contextlib.suppress(OSError):
            times[process] = int((PROC / str(process) / "schedstat").read_text().split()[0])
    return times


def compute_cpu_seconds(before: dict[int, int], after: dict[int, int]) -> float:
    """Return the processor seconds between two moments, summed over the processes alive at both."""
    return sum(now - before[process] for process, now in after.items() if process in before) / 1e9
