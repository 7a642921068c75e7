"""manage.py ux taps: count the taps to enter hands."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tarokk_club.env import ROOT
from tools.lab.bench import describe_machine

# The row of the test catalogue whose tests count taps.
TAP_ROW = "u03"
ALL_TIERS = "ci or not ci"


@dataclass(frozen=True, slots=True)
class Goal:
    """The most taps and keys that a test may need.

    test: name of the test.
    max_keys: greatest number of keys, 0 if nothing is typed.
    """

    test: str
    action: str
    max_taps: int
    max_keys: int = 0


GOALS = (
    Goal("test_the_first_hand_of_a_fresh_site", "fresh site to first hand", 18, 110),
    Goal("test_a_plain_hand_straight_to_the_next", "plain hand, straight to the next", 5),
)


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
    return print_verdict(lines, failed=bool(result.returncode), goals=GOALS)


def print_verdict(lines: list[str], *, failed: bool, goals: Iterable[Goal] = ()) -> int:
    """Print the counts; return 1 if a test failed, a goal is missed, or nothing was counted.

    lines: for each test, its number of taps, its name and, if it types, its number of keys.
    """
    print(describe_machine())
    counts: dict[str, tuple[int, int]] = {}
    for line in lines:
        taps, test, *keys = line.split(" ")
        name = test.rpartition("::")[2].partition("[")[0]
        counts[name] = int(taps), int(keys[0]) if keys else 0
        print(f"  {taps:>3} taps  {test.rpartition('::')[2]}")
    missed = [goal for goal in goals if not _print_goal(goal, counts.get(goal.test))]
    return int(failed or not lines or bool(missed))


def _print_goal(goal: Goal, count: tuple[int, int] | None) -> bool:
    """Print how a goal compares with its count; return whether it is met."""
    taps, keys = count or (0, 0)
    met = 0 < taps <= goal.max_taps and keys <= goal.max_keys
    typed = f" and {keys} keys" if goal.max_keys else ""
    limit = f"at most {goal.max_taps}" + (f" and {goal.max_keys}" if goal.max_keys else "")
    print(f"  {goal.action}: {taps} taps{typed}, {limit}{'' if met else '  MISSED'}")
    return met
