"""manage.py ux taps: count the taps to enter hands, and measure how soon a tap is visible."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tarokk_club.env import ROOT
from tools.lab.bench import describe_machine
from tools.lab.ux import reaction

# The row of the test catalogue whose tests count taps.
TAP_ROW = "u03"
ALL_TIERS = "ci or not ci"


def main() -> int:
    """Run the tests that count taps, then measure the reaction; return 1 if a goal is missed."""
    with tempfile.TemporaryDirectory(prefix="tarokk-taps-") as folder:
        counts_file = Path(folder) / "taps"
        command = [sys.executable, "-m", "pytest", "-q", "-m", ALL_TIERS, "-k", TAP_ROW]
        environment = os.environ | {"TAROKK_TAPS": str(counts_file)}
        result = subprocess.run(
            [*command, "tests/browser"], check=False, cwd=ROOT, env=environment, capture_output=True
        )
        lines = counts_file.read_text().splitlines() if counts_file.exists() else []
    if result.returncode:
        print(result.stdout.decode()[-3000:])
    code = print_verdict(lines, failed=bool(result.returncode))
    return max(code, reaction.print_verdict(reaction.measure_reactions()))


def print_verdict(lines: list[str], *, failed: bool) -> int:
    """Print the counts; return 1 if a test failed, or if nothing was counted."""
    print(describe_machine())
    for line in lines:
        taps, _space, test = line.partition(" ")
        print(f"  {taps:>3} taps  {test.rpartition('::')[2]}")
    return int(failed or not lines)
