"""manage.py torture: test a served site under power cuts, crowds, bad networks and full disks."""

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
from tools.lab.torture.phone import NoResponseError, UnexpectedPageError
from tools.lab.torture.plan import Plan, Trial, create_model_site
from tools.lab.torture.served import NotServedError

# Trials that measure time must not run at the same time as others.
TIMED_TRIALS = ("tables", "table", "slow", "night", "evening", "stalled", "uploads")
PARALLEL_TRIALS = 2
TRIALS: dict[str, Callable[[Plan], Trial]] = {
    "tables": crowds.run_many_tables,
    "table": crowds.run_single_table,
    "pens": crowds.run_concurrent_corrections,
    "taps": crowds.run_double_taps,
    "network": network.run_bad_network,
    "full": disks.run_full_disk,
    "lost": disks.run_lost_file,
    "slow": disks.run_slow_disk,
    "night": evenings.run_club_night,
    "evening": evenings.run_long_evening,
    "stalled": stalled.run_stalled_clients,
    "uploads": uploads.run_large_uploads,
    "kills": kills.run_kill_storm,
    "restarts": kills.run_restart_storm,
    "corrections": kills.run_correction_storm,
    "starts": kills.run_kills_at_start,
    "birth": kills.run_kills_at_creation,
    "restores": kills.run_kills_at_restore,
}
# A separate table, because it needs PostgreSQL, a cache server and nginx on this machine.
CLUSTER_TRIALS = {"cluster": cluster.run_cluster_storm}


def main(arguments: list[str]) -> int:
    """Run the trials and print their results; return 1 if a promise was broken."""
    options = _parse_arguments(arguments)
    sqlite.use_newest_sqlite()
    preparing.compile_catalogues()
    folder = Path(tempfile.mkdtemp(prefix="tarokk-torture-"))
    plan = _build_plan(options, folder)
    print(_describe_run(plan), flush=True)
    print(f"first start of a new site: {create_model_site(plan):.1f} s", flush=True)
    names = list(CLUSTER_TRIALS) if options.cluster else options.only or list(TRIALS)
    code = _print_summary(_run_trials(names, plan))
    if code:
        print(f"books and logs are kept in {folder}")
    else:
        shutil.rmtree(folder, ignore_errors=True)
    return code


def _parse_arguments(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="manage.py torture", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="the small run of .ci/run")
    parser.add_argument("--cluster", action="store_true", help="two nodes behind nginx, alone")
    parser.add_argument("--kills", type=int, help="power cuts while hands are entered")
    parser.add_argument("--seconds", type=float, help="how long the crowd writes")
    parser.add_argument("--phones", type=int, default=20, help="how many write at once")
    parser.add_argument("--seed", type=int, default=1, help="other moments and cards")
    parser.add_argument("--only", nargs="+", choices=TRIALS, help="these trials alone")
    return parser.parse_args(arguments)


def _build_plan(options: argparse.Namespace, folder: Path) -> Plan:
    quick: bool = options.quick
    return Plan(
        folder=folder,
        kills=options.kills or (25 if quick else 200),
        seconds=options.seconds or (8 if quick else 30),
        phones=options.phones,
        seed=options.seed,
        quick=quick,
    )


def _describe_run(plan: Plan) -> str:
    import sqlite3

    size = "quick" if plan.quick else "full"
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    versions = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}"
    return f"torture, {size}, seed {plan.seed}: {machine}, {versions}"


def _run_trials(names: list[str], plan: Plan) -> list[Trial]:
    trials = [_run_trial(name, plan) for name in names if name in TIMED_TRIALS]
    with ThreadPoolExecutor(PARALLEL_TRIALS) as pool:
        others = [name for name in names if name not in TIMED_TRIALS]
        return trials + list(pool.map(lambda name: _run_trial(name, plan), others))


def _run_trial(name: str, plan: Plan) -> Trial:
    started = time.monotonic()
    try:
        trial = (TRIALS | CLUSTER_TRIALS)[name](plan)
    except (NoResponseError, NotServedError, UnexpectedPageError) as error:
        trial = Trial(name, broken=[f"{type(error).__name__}: {error}"])
    verdict = "BROKEN" if trial.broken else "ok"
    lines = [f"{trial.name:<32}{verdict:<8}{time.monotonic() - started:6.1f} s"]
    lines += [f"    {figure}" for figure in trial.figures]
    lines += [f"    BROKEN: {promise}" for promise in trial.broken[:10]]
    # In one print, because two trials run at the same time.
    print("\n".join(lines), flush=True)
    return trial


def _print_summary(trials: list[Trial]) -> int:
    """Print the figures over all trials; return 1 if one broke a promise, else 0."""
    sums = {
        name: sum(getattr(trial.verdict, name) for trial in trials)
        for name in ("lost", "duplicated", "half", "gaps")
    }
    counts = ", ".join(f"{name} {count}" for name, count in sums.items())
    survived = sum(trial.kills for trial in trials)
    conflicts = sum(trial.conflicts for trial in trials)
    print(f"in all: kills survived {survived}, {counts}, conflicts shown {conflicts}")
    broken = [trial.name for trial in trials if trial.broken]
    print(f"broken promises in: {', '.join(broken)}" if broken else "every promise was kept")
    return 1 if broken else 0
