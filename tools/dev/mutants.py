"""manage.py mutants: make small changes to the program and list those that no test notices.

Cosmic Ray makes the mutants and runs the tests nearest to each, in a copy of the tree. Without
PLACE it covers scoring, money and permissions. A person judges the survivors: each gets a test
or an entry in judged_mutants.toml.
"""

import argparse
import contextlib
import random
import re
import secrets
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from cosmic_ray.commands import init
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.work_db import use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome

from tarokk_club.env import ROOT
from tarokk_club.serving import preparing
from tarokk_club.system import say
from tools.dev.touched import graph, nearest

WHOLE = (
    "scoring",
    "tarokk_club/club/money",
    "tarokk_club/club/writing/permissions.py",
    "tarokk_club/club/pages/loaders.py",
)
JUDGED = ROOT / "tools" / "dev" / "judged_mutants.toml"
ARROW = " => "
# CI samples the mutants of the last change, so that the step takes about a minute.
MOST_CHANGED, SECONDS_CHANGED = 6, 60
NEAREST_TESTS = 4
SECONDS = 120
# Operators whose mutants are equivalent or refused by the type checker.
EQUIVALENT = re.compile(
    r"core/(RemoveDecorator$|ReplaceBinaryOperator_BitOr_"
    r"|ReplaceComparisonOperator_(Eq_Is|NotEq_IsNot|Is_Eq|IsNot_NotEq)$"
    r"|ReplaceBinaryOperator_\w+_(Pow|LShift|RShift|BitXor|BitAnd|BitOr|Div)$)"
)
# Arguments that only guard against mistakes of other code.
GUARDS = ("strict=", "frozen=", "slots=")
PYTEST = ["-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider"]
READY_BOOK = ".tools/ready-book"


def main(arguments: list[str]) -> int:
    """Run the mutants and print the survivors; 1 if the tests fail on the unchanged program."""
    options = _parser().parse_args(arguments)
    lines = changed_lines() if options.changed else None
    paths = sorted(lines) if lines is not None else list(_modules(options.paths or WHOLE))
    found = [one for one in mutants_of(paths) if lines is None or _line(one) in lines[_path(one)]]
    most = options.most or (MOST_CHANGED if options.changed else len(found))
    seed = options.seed or str(secrets.randbelow(10**6))
    # Shuffled, so that an interrupted run is a fair sample.
    drawn = random.Random(seed).sample(found, min(most, len(found)))
    say(f"{len(drawn)} of {len(found)} mutants in {len(paths)} files; to repeat: --seed {seed}")
    return run(drawn, seconds=SECONDS_CHANGED if options.changed else None) if drawn else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="manage.py mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", help="folders or files")
    parser.add_argument("--changed", action="store_true", help="only the lines of the last change")
    parser.add_argument("--most", type=int, help="at most this many")
    parser.add_argument("--seed", help="draws the same mutants again")
    return parser


def _modules(paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        whole = ROOT / path
        files = sorted(whole.rglob("*.py")) if whole.is_dir() else [whole]
        yield from (file.relative_to(ROOT).as_posix() for file in files)


def mutants_of(paths: Iterable[str]) -> list[MutationSpec]:
    """Return every mutant of these modules that is worth a test run."""
    with tempfile.TemporaryDirectory() as folder, use_db(f"{folder}/mutants.sqlite") as work_db:
        init([ROOT / path for path in paths], work_db, {})
        specs = [spec for item in work_db.work_items for spec in item.mutations]
    return [one for one in specs if not EQUIVALENT.match(one.operator_name) and not _is_guard(one)]


def _is_guard(mutant: MutationSpec) -> bool:
    line, column = mutant.start_pos
    text: str = _source(mutant.module_path)[line - 1][:column]
    return text.endswith(GUARDS)


@cache
def _source(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def _path(mutant: MutationSpec) -> str:
    return Path(mutant.module_path).relative_to(ROOT).as_posix()


def _line(mutant: MutationSpec) -> int:
    return int(mutant.start_pos[0])


def changed_lines() -> dict[str, set[int]]:
    """Return the changed line numbers by file: uncommitted ones, else those of the last commit."""
    for revisions in (["HEAD"], ["HEAD~1", "HEAD"]):
        diff = subprocess.run(
            ["git", "diff", "-U0", *revisions, "--", *WHOLE],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        if found := lines_in(diff):
            return found
    return {}


def lines_in(diff: str) -> dict[str, set[int]]:
    """Return the new line numbers of a diff without context, by Python file.

    >>> lines_in("+++ b/scoring/x.py\\n@@ -1 +2,2 @@\\n+a\\n+b\\n")
    {'scoring/x.py': {2, 3}}
    """
    found: dict[str, set[int]] = {}
    path = ""
    for line in diff.splitlines():
        if line.startswith("+++ b/"):
            path = line.removeprefix("+++ b/")
        elif (hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line)) and path.endswith(".py"):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            found.setdefault(path, set()).update(range(first, first + count))
    return {path: lines for path, lines in found.items() if lines}


def run(mutants: list[MutationSpec], *, seconds: float | None = None) -> int:
    """Run the nearest tests on each mutant and print the changes that they did not notice.

    seconds: start no new mutants after this time; None for no limit.
    """
    preparing.compile_catalogues()
    began = time.monotonic()
    judged, counts = judged_changes(), Counter[str]()
    with _copy_of_the_tree() as copy, contextlib.chdir(copy):
        commands = _commands({_path(one) for one in mutants})
        for path, command in commands.items():
            done = subprocess.run(shlex.split(command), capture_output=True, check=False)
            if done.returncode:
                say(f"The tests near {path} fail on the unchanged program: mend that first.")
                return 1
        for one in mutants:
            if seconds is not None and time.monotonic() - began > seconds:
                counts["left out, out of time"] += 1
                continue
            path = _path(one)
            outcome, change = _try(one, copy / path, commands[path])
            if outcome == TestOutcome.SURVIVED and (path, change) in judged:
                outcome = "judged equivalent"
            elif outcome == TestOutcome.SURVIVED:
                say(f"SURVIVED {path}:{_line(one)} {change}")
            counts[str(outcome)] += 1
    say(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    say(f"It took {time.monotonic() - began:.0f} s.")
    return 0


@contextlib.contextmanager
def _copy_of_the_tree() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="tarokk-mutants-") as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=_not_copied)
        # A migrated database, so that not every test run migrates its own.
        if (ready := ROOT / READY_BOOK).exists():
            shutil.copytree(ready, copy / READY_BOOK)
        yield copy


def _not_copied(folder: str, names: list[str]) -> set[str]:
    top = {".git", ".venv", ".tools", ".hypothesis", "var"} if Path(folder) == ROOT else set()
    return (top | {"__pycache__"}) & set(names) | {one for one in names if one.endswith("_cache")}


def _commands(paths: set[str]) -> dict[str, str]:
    imports = graph(ROOT)
    tests = sorted(one for one in imports if one.startswith("tests/") and "/test_" in one)
    options = ["-m", "not browser", "--hypothesis-profile=mutants"]
    return {
        path: shlex.join(
            [sys.executable, *PYTEST, *options, *nearest({path}, imports, tests)[:NEAREST_TESTS]]
        )
        for path in sorted(paths)
    }


def _try(mutant: MutationSpec, file: Path, command: str) -> tuple[str, str]:
    """Return the outcome, and the changed line before and after."""
    spec = MutationSpec(
        module_path=file,
        operator_name=mutant.operator_name,
        occurrence=mutant.occurrence,
        start_pos=mutant.start_pos,
        end_pos=mutant.end_pos,
    )
    result = mutate_and_test([spec], command, SECONDS)
    if result.worker_outcome != WorkerOutcome.NORMAL or result.test_outcome is None:
        return result.worker_outcome.value, ""
    return result.test_outcome.value, change_in(result.diff or "")


def change_in(diff: str) -> str:
    """Return the removed and the added lines of a diff as one line of text.

    >>> change_in("--- a\\n+++ b\\n@@ -1 +1 @@\\n-  b < c\\n+  b <= c\\n")
    'b < c => b <= c'
    """
    lines = [one for one in diff.splitlines() if not one.startswith(("---", "+++", "@@"))]
    before = " ".join(one[1:].strip() for one in lines if one.startswith("-"))
    after = " ".join(one[1:].strip() for one in lines if one.startswith("+"))
    return before + ARROW + after


def judged_changes() -> dict[tuple[str, str], str]:
    """Return the mutants that people judged to be equivalent, with the reason of each."""
    groups = tomllib.loads(JUDGED.read_text("utf-8")).get("judged", [])
    return {
        (path, line): group["why"]
        for group in groups
        for path, lines in group["lines"].items()
        for line in lines
    }
