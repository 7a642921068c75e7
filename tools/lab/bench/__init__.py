"""manage.py bench: run the benchmarks of this folder in turn."""

import argparse
import os
import platform
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from tarokk_club.env import ROOT

FOLDER = ROOT / "tools" / "lab" / "bench"


@dataclass(frozen=True, slots=True)
class Options:
    """What a run was asked for. full: a whole federation; postgres: on a server of its own;
    cluster: several processes, and nothing else of the benchmark.
    """

    full: bool = False
    postgres: bool = False
    cluster: bool = False


def main(arguments: list[str]) -> int:
    """Run every module's main(), or of those named; the modules print their figures.

    1 when a goal was missed.
    """
    names = sorted(path.stem for path in FOLDER.glob("[a-z]*.py"))
    parser = argparse.ArgumentParser(prog="manage.py bench", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"which: {', '.join(names)}")
    parser.add_argument("--full", action="store_true", help="a whole federation, not a tenth")
    parser.add_argument("--postgres", action="store_true", help="the book on PostgreSQL")
    parser.add_argument("--cluster", action="store_true", help="scale: 1, 2 and 4 processes")
    told = parser.parse_args(arguments)
    if unknown := [name for name in told.names if name not in names]:
        print(f"There is no benchmark {unknown[0]}; there are: {', '.join(names)}.")
        return 1
    print(f"machine: {machine()}")
    options, missed = Options(told.full, told.postgres, told.cluster), False
    for name in told.names or names:
        print(f"\n{name}", flush=True)
        # Every benchmark runs, also after one that missed a goal.
        missed |= not import_module(f"tools.lab.bench.{name}").main(options)
    return int(missed)


def machine() -> str:
    """The processor, its cores and the Python that runs."""
    return f"{_processor()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def figure(name: str, value: str, *, data: str) -> None:
    """Print one figure with the size of the data it was measured on."""
    print(f"  {name:<44} {value:>18}   ({data})", flush=True)


def _processor() -> str:
    listed = Path("/proc/cpuinfo")
    lines = listed.read_text().splitlines() if listed.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()
