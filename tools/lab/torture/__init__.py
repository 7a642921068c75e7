"""manage.py torture: test the served site under power cuts, crowds, bad networks and full disks."""

import argparse
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tarokk_club.database import sqlite
from tarokk_club.serving import preparing
from tools.lab.torture import cluster, crowds, disks, evenings, kills, network, stalled, uploads
from tools.lab.torture.phone import GoneError, OddAnswerError
from tools.lab.torture.plan import Plan, Trial, make_model
from tools.lab.torture.served import NotServedError

# Trials that measure time must not run beside others.
ALONE = ("tables", "table", "slow", "night", "evening", "stalled", "uploads")
LANES = 2
TRIALS: dict[str, Callable[[Plan], Trial]] = {
    "tables": crowds.many_tables,
    "table": crowds.one_table,
    "pens": crowds.concurrent_corrections,
    "taps": crowds.double_taps,
    "network": network.bad_network,
    "full": disks.full_disk,
    "lost": disks.lost_file,
    "slow": disks.slow_disk,
    "night": evenings.club_night,
    "evening": evenings.long_evening,
    "stalled": stalled.stalled_clients,
    "uploads": uploads.large_uploads,
    "kills": kills.kill_storm,
    "restarts": kills.restart_storm,
    "corrections": kills.correction_storm,
    "starts": kills.kills_at_start,
    "birth": kills.kills_at_birth,
    "restores": kills.kills_at_restore,
}
# Separate, because it needs PostgreSQL, a cache server and nginx on this machine.
CLUSTER = {"cluster": cluster.cluster_storm}


def main(arguments: list[str]) -> int:
    """Run the trials and print their results; return 1 if a promise was broken."""
    options = _options(arguments)
    sqlite.use_newest()
    preparing.compile_catalogues()
    folder = Path(tempfile.mkdtemp(prefix="tarokk-torture-"))
    plan = _plan(options, folder)
    print(_machine(plan), flush=True)
    print(f"first start of a new site: {make_model(plan):.1f} s", flush=True)
    names = list(CLUSTER) if options.cluster else options.only or list(TRIALS)
    code = _sum_up(_run_all(names, plan))
    if code:
        print(f"books and logs are kept in {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return code


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="manage.py torture", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the small run of .ci/run")
    parser.add_argument("--cluster", action="store_true", help="two nodes behind nginx, alone")
    parser.add_argument("--kills", type=int, help="power cuts while hands are entered")
    parser.add_argument("--seconds", type=float, help="how long the crowd writes")
    parser.add_argument("--phones", type=int, default=20, help="how many write at once")
    parser.add_argument("--seed", type=int, default=1, help="other moments and cards")
    parser.add_argument("--only", nargs="+", choices=TRIALS, help="these trials alone")
    return parser.parse_args(arguments)


def _plan(options: argparse.Namespace, folder: Path) -> Plan:
    quick: bool = options.quick
    return Plan(
        folder=folder,
        kills=options.kills or (25 if quick else 200),
        seconds=options.seconds or (8 if quick else 30),
        phones=options.phones,
        seed=options.seed,
        quick=quick,
    )


def _machine(plan: Plan) -> str:
    import sqlite3

    size = "quick" if plan.quick else "full"
    where = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    return f"torture, {size}, seed {plan.seed}: {where}, {versions}"


def _run_all(names: list[str], plan: Plan) -> list[Trial]:
    found = [_run(name, plan) for name in names if name in ALONE]
    with ThreadPoolExecutor(LANES) as pool:
        others = [name for name in names if name not in ALONE]
        return found + list(pool.map(lambda name: _run(name, plan), others))


def _run(name: str, plan: Plan) -> Trial:
    begin = time.monotonic()
    try:
        trial = (TRIALS | CLUSTER)[name](plan)
    except (GoneError, NotServedError, OddAnswerError) as error:
        trial = Trial(name, broken=[f"{type(error).__name__}: {error}"])
    verdict = "BROKEN" if trial.broken else "ok"
    lines = [f"{trial.name:<32}{verdict:<8}{time.monotonic() - begin:6.1f} s"]
    lines += [f"    {figure}" for figure in trial.figures]
    lines += [f"    BROKEN: {promise}" for promise in trial.broken[:10]]
    # In one print, because two trials run at the same time.
    print("\n".join(lines), flush=True)
    return trial


def _sum_up(found: list[Trial]) -> int:
    """Print the figures over all trials and return the exit code."""
    sums = {
        name: sum(getattr(trial.verdict, name) for trial in found)
        for name in ("lost", "duplicated", "half", "gaps")
    }
    words = ", ".join(f"{name} {count}" for name, count in sums.items())
    survived = sum(trial.kills for trial in found)
    conflicts = sum(trial.conflicts for trial in found)
    print(f"in all: kills survived {survived}, {words}, conflicts shown {conflicts}")
    broken = [trial.name for trial in found if trial.broken]
    print(f"broken promises in: {', '.join(broken)}" if broken else "every promise was kept")
    return 1 if broken else 0
