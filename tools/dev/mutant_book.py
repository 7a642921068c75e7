"""What became of each mutant, on disk: a long run goes on where it ended.

What was tried lies in `var/mutants.jsonl`, a line each: what a test noticed stays noticed while its
file is the same, what survived is tried again as soon as a test changed. What people judged to be
no damage at all lies in `tools/dev/judged_mutants.toml`, by the line before and after, not by its
number, so that it holds while the file grows around it.
"""

import difflib
import hashlib
import json
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from tarokk_club.env import ROOT
from tools.dev.swapping import KILLED, LATE, STILLBORN

TRIED = ROOT / "var" / "mutants.jsonl"
JUDGED = ROOT / "tools" / "dev" / "judged_mutants.toml"
ARROW = " => "
# Where the tests of what is damaged lie.
TESTS = ("tests/scoring", "tests/support")
FOR_GOOD = {KILLED, LATE, STILLBORN}


@cache
def state(path: str) -> str:
    """What a file, or the Python files of a folder, hold, in a few letters."""
    whole = ROOT / path
    files = sorted(whole.rglob("*")) if whole.is_dir() else [whole]
    texts = [one.read_bytes() for one in files if one.is_file() and "__pycache__" not in one.parts]
    return hashlib.sha256(b"\0".join(texts)).hexdigest()[:16]


def write(path: str, name: str, outcome: str, *, after: float | None) -> None:
    """One line; `after` so many seconds of patience, or None for all there are."""
    TRIED.parent.mkdir(exist_ok=True)
    row = [path, name, outcome, after, state(path), *map(state, TESTS)]
    with TRIED.open("a", encoding="utf-8") as book:
        book.write(json.dumps(row) + "\n")


def known(*, patience: float | None) -> dict[tuple[str, str], str]:
    """The outcomes of before that are those of today, by path and name of the mutant."""
    found = {}
    rows = TRIED.read_text("utf-8").splitlines() if TRIED.exists() else []
    for path, name, outcome, after, held, *tests in map(json.loads, rows):
        if not (ROOT / path).exists() or held != state(path):
            continue
        if outcome in FOR_GOOD or (
            tests == list(map(state, TESTS)) and (after is None or after == patience)
        ):
            found[path, name] = outcome
    return found


def change(whole: str, damaged: str) -> str:
    """The lines before and after, in one.

    >>> change("a\\n  b < c\\n", "a\\n  b <= c\\n")
    'b < c => b <= c'
    """
    before: list[str] = []
    after: list[str] = []
    for line in difflib.ndiff(whole.splitlines(), damaged.splitlines()):
        if line.startswith(("- ", "+ ")):
            (before if line[0] == "-" else after).append(line[2:].strip())
    return " ".join(before) + ARROW + " ".join(after)


def judged() -> dict[tuple[str, str], str]:
    """Why each is no damage, by the path and the change."""
    groups = tomllib.loads(JUDGED.read_text("utf-8")).get("judged", [])
    return {
        (path, line): group["why"]
        for group in groups
        for path, lines in group["lines"].items()
        for line in lines
    }


def gone(lines: Iterable[tuple[str, str]]) -> list[str]:
    """Those judged whose line is there no more."""
    return [
        f"{path}: {line}"
        for path, line in lines
        if line.partition(ARROW)[0] not in _squeezed(ROOT / path)
    ]


@cache
def _squeezed(path: Path) -> str:
    return " ".join(line.strip() for line in path.read_text("utf-8").splitlines())
