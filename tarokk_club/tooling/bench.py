"""manage.py bench: run the benchmarks of bench/ in turn."""

import os
import platform
from importlib import import_module
from pathlib import Path

from tarokk_club.environment import ROOT

FOLDER = ROOT / "bench"


def main(arguments: list[str]) -> int:
    """Run every module's main(), or of those named; the modules print their figures."""
    names = sorted(path.stem for path in FOLDER.glob("[a-z]*.py"))
    if unknown := [name for name in arguments if name not in names]:
        print(f"There is no benchmark {unknown[0]}; there are: {', '.join(names)}.")
        return 1
    print(f"machine: {machine()}")
    for name in arguments or names:
        print(f"\n{name}", flush=True)
        import_module(f"bench.{name}").main()
    return 0


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
