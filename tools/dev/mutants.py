"""manage.py mutants: damage the programme line by line, and see which damage no test notices.

`mutants PLACE ...` takes these folders or files, without one scoring, money and permissions;
`--changed` takes the lines that the last change touched; `--most N` a part of them, drawn by
`--seed S`. `--resume` goes on where a run ended, and after new tests tries what survived again.
What a mutant is, Cosmic Ray says; which tests are near, the imports. The scorer's are tried in
forks with the scorer's own tests: it is to be held by these alone. All others are tried in a copy
of the tree with the nearest tests.
"""

import argparse
import os
import random
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import MutationVisitor, mutate_code

from tarokk_club.env import ROOT
from tarokk_club.serving import preparing
from tarokk_club.system import say
from tools.dev import mutant_book, swapping
from tools.dev.swapping import KILLED, LATE, PATIENCE, SECONDS, STILLBORN, SURVIVED
from tools.dev.touched import distances, graph, nearest

WHOLE = (
    "scoring",
    "tarokk_club/club/money",
    "tarokk_club/club/writing/permissions.py",
    "tarokk_club/club/pages/loaders.py",
)
# In CI, where the last change shall not wait for long.
MOST_CHANGED, SECONDS_CHANGED = 6, 60
# The test files nearest to a module; what survives them meets the further ones as well.
NEAREST, FURTHER = 3, 8
# For so few modules of the scorer the nearest of its tests will do.
FEW = 3
# What makes the same programme again, or one that types or lint refuse: nobody needs a test.
# Types are joined by | and say nothing when the programme runs. Whether what is equal is the same
# thing as well, the interpreter decides by what it keeps.
IDLE = re.compile(
    r"core/(RemoveDecorator$|ReplaceBinaryOperator_BitOr_"
    r"|ReplaceComparisonOperator_(Eq_Is|NotEq_IsNot|Is_Eq|IsNot_NotEq)$"
    r"|ReplaceBinaryOperator_\w+_(Pow|LShift|RShift|BitXor|BitAnd|BitOr|Div)$)"
)
# Guards against what is not there: columns of two lengths, and values that somebody changes.
GUARDS = ("strict=", "frozen=", "slots=")
# A word is another one or it is not; which of them comes first in the alphabet is no rule.
ORDERED = re.compile(r"core/ReplaceComparisonOperator_(Eq|NotEq)_(Lt|LtE|Gt|GtE)$")
READY = ".tools/ready-book"
SCORER = "scoring/"
# It holds what the scorer's modules are once they are read.
NUMBERS = "tests/scoring/test_numbers.py"
JUDGED, LEFT = "judged to be none", "left out, as the time was over"
# How often it says where it is.
EVERY = 100


@dataclass(frozen=True, slots=True)
class Mutant:
    """One damage: the operator of Cosmic Ray, its how-manieth place in the file, and the line."""

    path: str
    operator: str
    occurrence: int
    line: int

    def __str__(self) -> str:
        """As it is told."""
        return f"{self.path}:{self.line} {self.operator.removeprefix('core/')}"

    @property
    def name(self) -> str:
        """What it is in its file."""
        return f"{self.operator} {self.occurrence}"

    @property
    def change(self) -> str:
        """The line before and after."""
        return mutant_book.change((ROOT / self.path).read_text("utf-8"), _text(self))


def main(arguments: list[str]) -> int:
    """Run them; 1 where the tests fail without any damage. Survivors are for people to judge."""
    asked = _parser().parse_args(arguments)
    lines = changed_lines() if asked.changed else None
    paths = sorted(lines) if lines is not None else list(_modules(asked.paths or WHOLE))
    found = [one for path in paths for one in mutants_of(path, (ROOT / path).read_text("utf-8"))]
    if lines is not None:
        found = [one for one in found if one.line in lines[one.path]]
    most = asked.most or (MOST_CHANGED if asked.changed else len(found))
    seed = asked.seed or str(secrets.randbelow(10**6))
    for path in {one.path for one in found}:
        _tree(path)
    # Shuffled, so that as much as was tried when a run ends is a fair part of the whole.
    drawn = random.Random(seed).sample(found, min(most, len(found)))
    say(
        f"{len(drawn)} of {len(found)} mutants in {len(paths)} files; the same again: --seed {seed}"
    )
    if not drawn:
        say("Nothing that is worth damaging was changed.")
    return _tried(drawn, asked) if drawn else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="manage.py mutants", description=__doc__)
    parser.add_argument("paths", nargs="*", help="folders or files; else scoring, money, rights")
    parser.add_argument("--changed", action="store_true", help="the lines of the last change")
    parser.add_argument("--most", type=int, help="at most so many of them")
    parser.add_argument("--seed", help="which of them")
    parser.add_argument("--resume", action="store_true", help="leave out what is known")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    return parser


def _modules(paths: tuple[str, ...] | list[str]) -> Iterator[str]:
    for one in paths:
        whole = ROOT / one
        files = sorted(whole.rglob("*.py")) if whole.is_dir() else [whole]
        yield from (path.relative_to(ROOT).as_posix() for path in files)


def mutants_of(path: str, source: str) -> Iterator[Mutant]:
    """Every damage that Cosmic Ray can do to a module.

    >>> "a.py:1 ReplaceComparisonOperator_Lt_LtE" in map(str, mutants_of("a.py", "x < 1"))
    True
    """
    tree, lines = get_ast(source), source.splitlines()
    for name in sorted(plugins.operator_names()):
        kind = plugins.get_operator(name)
        if IDLE.match(name) or kind.arguments():
            continue
        places = (at for node in ast_nodes(tree) for at in kind().mutation_positions(node))
        for occurrence, ((line, column), (_last, end)) in enumerate(places):
            text = lines[line - 1]
            words = ORDERED.match(name) and _is_word(path, text[end:])
            if not (words or text[:column].endswith(GUARDS)):
                yield Mutant(path, name, occurrence, line)


def _is_word(path: str, behind: str) -> bool:
    """Whether what is compared with begins with text, or is the name of one in the scorer."""
    if re.match(r"""\s*["']""", behind):
        return True
    name = re.match(r"\s*([A-Z][A-Z_]*)\b(?![.(\[])", behind)
    if name is None or not path.startswith(SCORER):
        return False
    module = import_module(path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))
    return isinstance(vars(module).get(name[1]), str)


def changed_lines() -> dict[str, set[int]]:
    """The lines that differ from the last commit, or that it changed, of what is worth damaging."""
    for against in (["HEAD"], ["HEAD~1", "HEAD"]):
        told = subprocess.run(
            ["git", "diff", "-U0", *against, "--", *WHOLE],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        if found := lines_in(told):
            return found
    return {}


def lines_in(diff: str) -> dict[str, set[int]]:
    """The new lines of a diff without context, by file.

    >>> lines_in("+++ b/scoring/x.py\\n@@ -1 +2,2 @@\\n+a\\n+b\\n")
    {'scoring/x.py': {2, 3}}
    """
    found: dict[str, set[int]] = {}
    path = ""
    for line in diff.splitlines():
        if line.startswith("+++ b/"):
            path = line.removeprefix("+++ b/")
        elif (hunk := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line)) and path.endswith(".py"):
            first, many = int(hunk[1]), int(hunk[2] or 1)
            found.setdefault(path, set()).update(range(first, first + many))
    return {path: lines for path, lines in found.items() if lines}


# --- trying them


def _tried(mutants: list[Mutant], asked: argparse.Namespace) -> int:
    preparing.compile_catalogues()
    began = time.monotonic()
    outcomes: dict[Mutant, str] = {}
    try:
        scorers = [one for one in mutants if one.path.startswith(SCORER)]
        # What the quick tests notice need not meet the slow ones.
        for patience in (PATIENCE, None) if len(scorers) > MOST_CHANGED else (None,):
            left = [one for one in scorers if outcomes.get(one, SURVIVED) == SURVIVED]
            outcomes |= _by_the_scorers_tests(left, patience, asked)
        rest = [one for one in mutants if one not in outcomes]
        outcomes |= _by_the_nearest_tests(rest, began + SECONDS_CHANGED if asked.changed else None)
    except ValueError as error:
        say(f"{error}: mend that first.")
        return 1
    _tell(outcomes)
    say(f"It took {time.monotonic() - began:.0f} s.")
    return 0


def _tell(outcomes: dict[Mutant, str]) -> None:
    judged = mutant_book.judged()
    counted = Counter(outcomes.values())
    for one in sorted(outcomes, key=lambda one: (one.path, one.line, one.operator)):
        if outcomes[one] == SURVIVED:
            change = one.change
            if (one.path, change) in judged:
                counted[JUDGED] += 1
                continue
            say(f"SURVIVED {one}: {change}")
    counted[SURVIVED] -= counted[JUDGED]
    tried = counted.total() - counted[STILLBORN] - counted[LEFT]
    told = ", ".join(f"{many} {outcome}" for outcome, many in sorted(counted.items()))
    say(f"{told}; {100 * counted[SURVIVED] / max(1, tried):.1f} % survived.")


def _by_the_scorers_tests(
    mutants: list[Mutant], patience: float | None, asked: argparse.Namespace
) -> dict[Mutant, str]:
    known = mutant_book.known(patience=patience) if asked.resume else {}
    found = {one: known[one.path, one.name] for one in mutants if (one.path, one.name) in known}
    left = [one for one in mutants if one not in found]
    if not left:
        return found
    say(f"{len(found)} are known; {len(left)} meet the tests, patience: {patience or 'any'}.")
    counted: Counter[str] = Counter()

    def tell(at: int, outcome: str) -> None:
        mutant_book.write(left[at].path, left[at].name, outcome, after=patience)
        counted[outcome] += 1
        if not counted.total() % EVERY:
            say(f"{time.strftime('%H:%M:%S')} {counted.total()}, of which {dict(counted)}")

    every = scorers_tests(ROOT)
    imports = graph(ROOT)
    near = cache(lambda path: nearest({path}, imports, every)[:NEAREST])
    paths = {one.path for one in left}
    tests = every if len(paths) > FEW else nearest(paths, imports, every)[:FURTHER]
    way = swapping.Way(tests, near, [NUMBERS], patience, asked.processes, tell)
    outcomes = swapping.try_all([(one.path, partial(_in_fork, one)) for one in left], way)
    return found | dict(zip(left, outcomes, strict=True))


def scorers_tests(root: Path) -> list[str]:
    """The tests of the scorer that reach nothing of the site, and the examples in its own text."""
    imports = graph(root)
    site = {one for one in imports if one.startswith("tarokk_club/")}
    ours = [one for one in imports if one.startswith(f"tests/{SCORER}test_")]
    return [*sorted(set(ours) - distances(site, imports).keys()), SCORER]


def _by_the_nearest_tests(mutants: list[Mutant], until: float | None) -> dict[Mutant, str]:
    if not mutants:
        return {}
    with tempfile.TemporaryDirectory(prefix="tarokk-mutants-") as folder:
        copy = Path(folder) / "copy"
        shutil.copytree(ROOT, copy, symlinks=True, ignore=_left_behind)
        # A book that was migrated already, so that not every mutant pays for that.
        if (ready := ROOT / READY).exists():
            shutil.copytree(ready, copy / READY)
        near = _near(copy, {one.path for one in mutants})
        for path, tests in near.items():
            if tests and _outcome(copy, tests[:NEAREST]) == KILLED:
                raise ValueError(f"The tests near {path} fail without any damage")
        found = {}
        for one in mutants:
            late = until is not None and time.monotonic() > until
            found[one] = LEFT if late else _with_damage(copy, one, near[one.path])
        return found


def _left_behind(folder: str, names: list[str]) -> set[str]:
    top = {".git", ".venv", ".tools", ".hypothesis", "var"} if Path(folder) == ROOT else set()
    return (top | {"__pycache__"}) & set(names) | {one for one in names if one.endswith("_cache")}


def _near(copy: Path, paths: set[str]) -> dict[str, list[str]]:
    imports = graph(copy)
    own = set(scorers_tests(copy))
    every = {one for one in imports if one.startswith("tests/") and "/test_" in one}
    others = sorted(every - own)
    return {path: nearest({path}, imports, others)[:FURTHER] for path in sorted(paths)}


@cache
def _tree(path: str) -> Any:
    return get_ast((ROOT / path).read_text("utf-8"))


def _in_fork(one: Mutant) -> str:
    """The damaged text, made of the tree that the fork shares and may spoil."""
    damaged = MutationVisitor(one.occurrence, plugins.get_operator(one.operator)())
    return str(damaged.walk(_tree(one.path)).get_code())


def _text(one: Mutant) -> str:
    whole = (ROOT / one.path).read_text("utf-8")
    return mutate_code(whole, plugins.get_operator(one.operator)(), one.occurrence) or whole


def _with_damage(copy: Path, one: Mutant, tests: list[str]) -> str:
    path, damaged = copy / one.path, _text(one)
    if swapping.compiled(damaged, one.path) is None:
        return STILLBORN
    whole = path.read_text("utf-8")
    path.write_text(damaged, "utf-8")
    try:
        for some in (tests[:NEAREST], tests[NEAREST:]):
            if some and (outcome := _outcome(copy, some)) != SURVIVED:
                return outcome
        return SURVIVED
    finally:
        path.write_text(whole, "utf-8")


def _outcome(copy: Path, tests: list[str]) -> str:
    words = ["-q", "-x", "--no-header", "-p", "no:cacheprovider", "-m", "not browser"]
    command = [sys.executable, "-B", "-m", "pytest", *words, "--hypothesis-profile=mutants", *tests]
    try:
        done = subprocess.run(command, cwd=copy, capture_output=True, check=False, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return LATE
    return KILLED if done.returncode else SURVIVED
