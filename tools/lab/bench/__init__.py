"""manage.py bench: run the benchmarks of this folder one after the other."""

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
    """The options of a run.

    full: measure a whole federation instead of a tenth.
    postgres: use a private PostgreSQL server.
    cluster: measure only sites with several processes.
    """

    full: bool = False
    postgres: bool = False
    cluster: bool = False


def main(arguments: list[str]) -> int:
    """Run all benchmarks, or the named ones; return 1 if a goal was missed.

    Each benchmark is a module whose main() prints its figures.
    """
    names = sorted(path.stem for path in FOLDER.glob("[a-z]*.py"))
    parser = argparse.ArgumentParser(prog="manage.py bench", description=__doc__)
    parser.add_argument("names", nargs="*", help=f"which: {', '.join(names)}")
    parser.add_argument("--full", action="store_true", help="a whole federation, not a tenth")
    parser.add_argument("--postgres", action="store_true", help="the book on PostgreSQL")
    parser.add_argument("--cluster", action="store_true", help="scale: 1, 2 and 4 processes")
    parsed = parser.parse_args(arguments)
    if unknown := [name for name in parsed.names if name not in names]:
        print(f"There is no benchmark {unknown[0]}; there are: {', '.join(names)}.")
        return 1
    print(f"machine: {describe_machine()}")
    options, missed = Options(parsed.full, parsed.postgres, parsed.cluster), False
    for name in parsed.names or names:
        print(f"\n{name}", flush=True)
        # All benchmarks run, even after one has missed a goal.
        missed |= not import_module(f"tools.lab.bench.{name}").main(options)
    return int(missed)


def describe_machine() -> str:
    """Return the processor, its number of cores and the Python version."""
    return f"{_read_processor_name()}, {os.cpu_count()} cores, Python {platform.python_version()}"


def print_figure(name: str, value: str, *, data: str) -> None:
    """Print a figure with a description of the measured data."""
    print(f"  {name:<44} {value:>18}   ({data})", flush=True)


def _read_processor_name() -> str:
    cpu_info = Path("/proc/cpuinfo")
    lines = cpu_info.read_text().splitlines() if cpu_info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()
