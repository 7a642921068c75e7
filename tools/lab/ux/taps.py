"""manage.py ux taps: count the taps to enter hands."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tarokk_club.env import ROOT
from tools.lab.bench import describe_machine

# The row of the test catalogue whose tests count taps.
TAP_ROW = "u03"
ALL_TIERS = "ci or not ci"


def main() -> int:
    """Run the tests that count taps; return 1 if one of them fails."""
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
    return print_verdict(lines, failed=bool(result.returncode))


def print_verdict(lines: list[str], *, failed: bool) -> int:
    """Print the counts; return 1 if a test failed, or if nothing was counted."""
    print(describe_machine())
    for line in lines:
        taps, _space, test = line.partition(" ")
        print(f"  {taps:>3} taps  {test.rpartition('::')[2]}")
    return int(failed or not lines)
