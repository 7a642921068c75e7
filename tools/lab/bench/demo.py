"""Time of `manage.py demo` on a new machine, measured apart from creating the database."""

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
        _print("a new book and no hands", var, "migrate")
        _print("the demonstration", var, "demo")
        _print("the demonstration, one hand a session", var, "demo", "--hands", "1")
    return True


def _print(name: str, var: str, *command: str) -> None:
    begun, before = time.perf_counter(), os.times()
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=os.environ | {"TAROKK_VAR": var, "DJANGO_SETTINGS_MODULE": "tarokk_club.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    spent, after = time.perf_counter() - begun, os.times()
    busy = after.children_user + after.children_system
    busy -= before.children_user + before.children_system
    data = next((line for line in done.stdout.splitlines() if "sessions" in line), "nothing in it")
    print_figure(name, f"{busy:.1f} s, waited {spent:.1f}", data=data)
