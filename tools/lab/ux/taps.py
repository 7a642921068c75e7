"""manage.py ux taps: count the taps for each hand that the tests enter, and measure how soon a tap
is visible.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tarokk_club.env import ROOT
from tools.lab.bench import describe_machine
from tools.lab.ux import reaction

# The rows of the test catalogue that count taps.
CHOSEN = "u03"
ANY_TIER = "ci or not ci"


def main() -> int:
    """Run the tests that count taps, then measure the reaction; return 1 if a goal is missed."""
    with tempfile.TemporaryDirectory(prefix="tarokk-taps-") as folder:
        told = Path(folder) / "taps"
        command = [sys.executable, "-m", "pytest", "-q", "-m", ANY_TIER, "-k", CHOSEN]
        environment = os.environ | {"TAROKK_TAPS": str(told)}
        done = subprocess.run(
            [*command, "tests/browser"], check=False, cwd=ROOT, env=environment, capture_output=True
        )
        lines = told.read_text().splitlines() if told.exists() else []
    if done.returncode:
        print(done.stdout.decode()[-3000:])
    counted = verdict(lines, failed=bool(done.returncode))
    return max(counted, reaction.verdict(reaction.measure_reactions()))


def verdict(lines: list[str], *, failed: bool) -> int:
    """Print the counts; return 1 if a test failed, or if nothing was counted."""
    print(describe_machine())
    for line in lines:
        taps, _space, test = line.partition(" ")
        print(f"  {taps:>3} taps  {test.rpartition('::')[2]}")
    return int(failed or not lines)
