"""Measure the time of `manage.py demo`, and separately of creating the database."""

import os
import subprocess
import sys
import tempfile
import time

from tarokk_club.env import ROOT
from tools.lab.bench import Options, print_figure


def main(_options: Options) -> bool:
    """Print the figures and return True: there is no goal to miss."""
    with tempfile.TemporaryDirectory() as var:
        _print_command_cost("a new book and no hands", var, "migrate")
        _print_command_cost("the demonstration", var, "demo")
        _print_command_cost("the demonstration, one hand a session", var, "demo", "--hands", "1")
    return True


def _print_command_cost(name: str, var: str, *command: str) -> None:
    started, times_before = time.perf_counter(), os.times()
    result = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=os.environ | {"TAROKK_VAR": var, "DJANGO_SETTINGS_MODULE": "tarokk_club.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    elapsed, times_after = time.perf_counter() - started, os.times()
    busy = times_after.children_user + times_after.children_system
    busy -= times_before.children_user + times_before.children_system
    data = next(
        (line for line in result.stdout.splitlines() if "sessions" in line), "nothing in it"
    )
    print_figure(name, f"{busy:.1f} s, waited {elapsed:.1f}", data=data)
