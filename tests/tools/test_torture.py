"""The storm itself, with few kills: a site that keeps its promises, and one that cannot."""

import os
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest
from django.db import connection

from support.catalogue import row
from tarokk_club.env import ROOT
from tools.lab.torture.kills import run_kill_storm
from tools.lab.torture.plan import Plan, create_model_site
from tools.lab.torture.players import run_together

pytestmark = [
    pytest.mark.ci,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="it serves an SQLite file"),
]
BROKEN = (sys.executable, str(Path(__file__).parent.parent / "support" / "broken_serve.py"))
MOST_KILLS = 40


@row("R01")
def test_a_storm_against_a_site_without_transactions_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    plan = Plan(
        folder=tmp_path,
        kills=MOST_KILLS,
        seconds=1,
        phones=8,
        seed=1,
        quick=True,
        serve=BROKEN,
    )
    create_model_site(plan)
    trial = run_kill_storm(plan)

    assert trial.verdict.half > 0
    assert trial.broken


@row("R01")
def test_the_command_prints_its_figures_and_ends_with_0() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "torture", "--quick", "--kills", "1", "--only", "kills"],
        cwd=ROOT,
        env=os.environ,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")
    assert "kills survived 1, lost 0, duplicated 0, half 0, gaps 0" in done.stdout
    assert "every promise was kept" in done.stdout


def test_an_error_in_a_trial_ends_its_players() -> None:
    stop = threading.Event()

    with pytest.raises(RuntimeError), run_together([partial(stop.wait, 5)], stop):
        raise RuntimeError

    assert stop.is_set()
