"""The processor time of processes that we started, as Linux counts it, in nanoseconds."""

from __future__ import annotations

import contextlib
from pathlib import Path

PROC = Path("/proc")


def parent(process: int) -> int:
    """The number of the process that started this one."""
    return int((PROC / str(process) / "stat").read_text().rpartition(")")[2].split()[1])


def family(process: int) -> list[int]:
    """This process and those that it started and that still run."""
    found = [process]
    for folder in PROC.glob("[0-9]*"):
        # A process may end while one looks.
        with contextlib.suppress(OSError):
            if parent(int(folder.name)) == process:
                found.append(int(folder.name))
    return found


def spent(processes: list[int]) -> dict[int, int]:
    """The nanoseconds that each of them has computed so far; one that is gone is left out."""
    found = {}
    for process in processes:
        with contextlib.suppress(OSError):
            found[process] = int((PROC / str(process) / "schedstat").read_text().split()[0])
    return found


def between(before: dict[int, int], after: dict[int, int]) -> float:
    """The seconds that those who lived at both moments computed between them."""
    return sum(now - before[one] for one, now in after.items() if one in before) / 1e9
