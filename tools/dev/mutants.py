"""manage.py mutants: make small changes to the program and list those that no test notices.

Cosmic Ray makes the mutants and runs the tests nearest to each, in a copy of the tree. Without
paths it covers scoring, money and permissions. A person judges the survivors: each gets a test
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
from tarokk_club.system import print_message
from tools.dev.quick_tests import build_import_graph, find_nearest_tests

DEFAULT_PATHS = (
    "scoring",
    "tarokk_club/club/money",
    "tarokk_club/club/writing/permissions.py",
    "tarokk_club/club/pages/loaders.py",
)
JUDGED = ROOT / "tools" / "dev" / "judged_mutants.toml"
ARROW = " => "
# CI samples the mutants of the last change, so that the step takes about a minute.
MAX_CHANGED, CHANGED_TIME_LIMIT = 6, 60
NEAREST_TESTS = 4
TEST_TIMEOUT = 120
# Operators whose mutants are equivalent or refused by the type checker.
EQUIVALENT = re.compile(
    r"core/(RemoveDecorator$|ReplaceBinaryOperator_BitOr_"
    r"|ReplaceComparisonOperator_(Eq_Is|NotEq_IsNot|Is_Eq|IsNot_NotEq)$"
    r"|ReplaceBinaryOperator_\w+_(Pow|LShift|RShift|BitXor|BitAnd|BitOr|Div)$)"
)
# Arguments that only guard against mistakes in other code.
GUARDS = ("strict=", "frozen=", "slots=")
PYTEST = ["-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider"]
READY_BOOK = ".tools/ready-book"


def main(arguments: list[str]) -> int:
    """Run the mutants and print the survivors; return 1 if tests fail without any mutant."""
    options = _build_parser().parse_args(arguments)
    lines = read_changed_lines() if options.changed else None
    paths = (
        sorted(lines) if lines is not None else list(_yield_modules(options.paths or DEFAULT_PATHS))
    )
    mutants = [
        mutant
        for mutant in list_mutants(paths)
        if lines is None or _find_mutant_line(mutant) in lines[_find_mutant_path(mutant)]
    ]
    limit = options.most or (MAX_CHANGED if options.changed else len(mutants))
    seed = options.seed or str(secrets.randbelow(10**6))
    # Shuffled, so that an interrupted run is a fair sample.
    drawn = random.Random(seed).sample(mutants, min(limit, len(mutants)))
    print_message(
        f"{len(drawn)} of {len(mutants)} mutants in {len(paths)} files; to repeat: --seed {seed}"
    )
    return (
        run_mutants(drawn, seconds=CHANGED_TIME_LIMIT if options.changed else None) if drawn else 0
    )


def _build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="manage.py mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", help="folders or files")
    parser.add_argument("--changed", action="store_true", help="only the lines of the last change")
    parser.add_argument("--most", type=int, help="at most this many")
    parser.add_argument("--seed", help="draws the same mutants again")
    return parser


def _yield_modules(paths: Iterable[str]) -> Iterator[str]:
    for path in paths:
        whole = ROOT / path
        files = sorted(whole.rglob("*.py")) if whole.is_dir() else [whole]
        yield from (file.relative_to(ROOT).as_posix() for file in files)


def list_mutants(paths: Iterable[str]) -> list[MutationSpec]:
    """Return every mutant of these modules that is worth a test run."""
    with tempfile.TemporaryDirectory() as folder, use_db(f"{folder}/mutants.sqlite") as work_db:
        init([ROOT / path for path in paths], work_db, {})
        specs = [spec for item in work_db.work_items for spec in item.mutations]
    return [
        spec for spec in specs if not EQUIVALENT.match(spec.operator_name) and not _is_guard(spec)
    ]


def _is_guard(mutant: MutationSpec) -> bool:
    line, column = mutant.start_pos
    text: str = _read_lines(mutant.module_path)[line - 1][:column]
    return text.endswith(GUARDS)


@cache
def _read_lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


def _find_mutant_path(mutant: MutationSpec) -> str:
    return Path(mutant.module_path).relative_to(ROOT).as_posix()


def _find_mutant_line(mutant: MutationSpec) -> int:
    return int(mutant.start_pos[0])


def read_changed_lines() -> dict[str, set[int]]:
    """Return the changed line numbers by file: uncommitted ones, else those of the last commit."""
    for revisions in (["HEAD"], ["HEAD~1", "HEAD"]):
        diff = subprocess.run(
            ["git", "diff", "-U0", *revisions, "--", *DEFAULT_PATHS],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        if lines := parse_changed_lines(diff):
            return lines
    return {}


def parse_changed_lines(diff: str) -> dict[str, set[int]]:
    """Return the new line numbers in a diff without context, by Python file.

    >>> parse_changed_lines("+++ b/scoring/x.py\\n@@ -1 +2,2 @@\\n+a\\n+b\\n")
    {'scoring/x.py': {2, 3}}
    """
    lines_by_path: dict[str, set[int]] = {}
    path = ""
    for line in diff.splitlines():
        if line.startswith("+++ b/"):
            path = line.removeprefix("+++ b/")
        elif (hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line)) and path.endswith(".py"):
            first, count = int(hunk[1]), int(hunk[2] or 1)
            lines_by_path.setdefault(path, set()).update(range(first, first + count))
    return {path: lines for path, lines in lines_by_path.items() if lines}


def run_mutants(mutants: list[MutationSpec], *, seconds: float | None = None) -> int:
    """Run the nearest tests on each mutant and print the mutants that survive.

    Return 1 if tests fail without any mutant.

    seconds: start no new mutants after this time; None for no limit.
    """
    preparing.compile_catalogues()
    started = time.monotonic()
    judged, counts = read_judged_changes(), Counter[str]()
    with _copy_tree() as copy, contextlib.chdir(copy):
        commands = _build_test_commands({_find_mutant_path(mutant) for mutant in mutants})
        for path, command in commands.items():
            result = subprocess.run(shlex.split(command), capture_output=True, check=False)
            if result.returncode:
                print_message(
                    f"The tests near {path} fail on the unchanged program: mend that first."
                )
                return 1
        for mutant in mutants:
            if seconds is not None and time.monotonic() - started > seconds:
                counts["left out, out of time"] += 1
                continue
            path = _find_mutant_path(mutant)
            outcome, change = _test_mutant(mutant, copy / path, commands[path])
            if outcome == TestOutcome.SURVIVED and (path, change) in judged:
                outcome = "judged equivalent"
            elif outcome == TestOutcome.SURVIVED:
                print_message(f"SURVIVED {path}:{_find_mutant_line(mutant)} {change}")
            counts[str(outcome)] += 1
    print_message(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    print_message(f"It took {time.monotonic() - started:.0f} s.")
    return 0


@contextlib.contextmanager
def _copy_tree() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="tarokk-mutants-") as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=_list_ignored_names)
        # A migrated database, so that not every test run migrates its own.
        if (ready := ROOT / READY_BOOK).exists():
            shutil.copytree(ready, copy / READY_BOOK)
        yield copy


def _list_ignored_names(folder: str, names: list[str]) -> set[str]:
    top = {".git", ".venv", ".tools", ".hypothesis", "var"} if Path(folder) == ROOT else set()
    return (top | {"__pycache__"}) & set(names) | {
        name for name in names if name.endswith("_cache")
    }


def _build_test_commands(paths: set[str]) -> dict[str, str]:
    imports = build_import_graph(ROOT)
    tests = sorted(path for path in imports if path.startswith("tests/") and "/test_" in path)
    options = ["-m", "not browser", "--hypothesis-profile=mutants"]
    return {
        path: shlex.join(
            [
                *(sys.executable, *PYTEST, *options),
                *find_nearest_tests({path}, imports, tests)[:NEAREST_TESTS],
            ]
        )
        for path in sorted(paths)
    }


def _test_mutant(mutant: MutationSpec, file: Path, command: str) -> tuple[str, str]:
    """Run the tests on a mutant; return the outcome, and the changed line before and after."""
    spec = MutationSpec(
        module_path=file,
        operator_name=mutant.operator_name,
        occurrence=mutant.occurrence,
        start_pos=mutant.start_pos,
        end_pos=mutant.end_pos,
    )
    result = mutate_and_test([spec], command, TEST_TIMEOUT)
    if result.worker_outcome != WorkerOutcome.NORMAL or result.test_outcome is None:
        return result.worker_outcome.value, ""
    return result.test_outcome.value, summarize_change(result.diff or "")


def summarize_change(diff: str) -> str:
    """Return the removed and the added lines of a diff as one line of text.

    >>> summarize_change("--- a\\n+++ b\\n@@ -1 +1 @@\\n-  b < c\\n+  b <= c\\n")
    'b < c => b <= c'
    """
    lines = [line for line in diff.splitlines() if not line.startswith(("---", "+++", "@@"))]
    before = " ".join(line[1:].strip() for line in lines if line.startswith("-"))
    after = " ".join(line[1:].strip() for line in lines if line.startswith("+"))
    return before + ARROW + after


def read_judged_changes() -> dict[tuple[str, str], str]:
    """Return the reasons for which people judged mutants to be equivalent, by path and change."""
    groups = tomllib.loads(JUDGED.read_text("utf-8")).get("judged", [])
    return {
        (path, line): group["why"]
        for group in groups
        for path, lines in group["lines"].items()
        for line in lines
    }
