"""The catalogue in docs/reference/quality.md: every row has a test that exists, or a reason."""

import functools
import inspect
import re
from collections import defaultdict

import pytest

from tarokk_club.env import ROOT
from tools.lab.torture import TRIALS

PAPER = ROOT / "docs" / "reference" / "quality.md"
# A row without a test says when there will be one, or why never; of the latter there are few.
LATER, NEVER, MOST_NEVER = "later: ", "never: ", 5
LAST = {"R": 42, "S": 99, "U": 35}
# Rows whose numbers do not follow on those before them.
APART = ("S101", "S102", "S103", "S104", "S105", "S106", "S108", "S109", "S110", "S111", "S112")
ROWS = [
    *(f"{kind}{number:02}" for kind, last in LAST.items() for number in range(1, last + 1)),
    *APART,
]
# Where a row is held: by pytest in `test` or `ci`, by a trial of `torture` in `ci` or `by hand`.
TIERS = {"test", "ci", "by hand"}


def rows_tested(texts: dict[str, str]) -> dict[str, set[str]]:
    """Return the modules that have a test with the marker of each row."""
    found: dict[str, set[str]] = defaultdict(set)
    for module, text in texts.items():
        for markers in re.findall(r"^(?: *@|pytestmark = )row\(([^)]*)\)$", text, re.M):
            for marked in re.findall(r'"([RSU]\d{2,3})"', markers):
                found[marked].add(module)
    return found


def rows_tried() -> dict[str, set[str]]:
    """Each row with the modules whose trials of `torture` say that they are about it."""
    found: dict[str, set[str]] = defaultdict(set)
    for trial in TRIALS.values():
        about = (inspect.getdoc(trial) or "").partition(":")[0]
        for row in re.findall(r"[RS]\d{2,3}", about):
            found[row].add(str(trial.__module__).replace(".", "/") + ".py")
    return found


@functools.cache
def rows_held() -> dict[str, set[str]]:
    """Each row with the modules that hold it, by a test or by a trial."""
    tested, tried = rows_tested(modules()), rows_tried()
    return {row: tested[row] | tried[row] for row in ROWS}


def modules() -> dict[str, str]:
    """Every test module with its text."""
    return {
        str(path.relative_to(ROOT)): path.read_text()
        for path in (ROOT / "tests").rglob("test_*.py")
    }


@functools.cache
def listed() -> dict[str, tuple[str, str]]:
    """Tier, and tests or reason, of every row of the paper."""
    return {row: (tier, what) for row, _says, tier, what in cells()}


def cells() -> list[tuple[str, str, str, str]]:
    """Row, sentence, tier, and tests or reason."""
    row = r"^\| ([RSU]\d{2,3}) \| ([^|]*) \| ([^|]*) \| ([^|]*) \|$"
    return re.findall(row, PAPER.read_text(), re.M)


def test_every_row_is_listed_once() -> None:
    assert sorted(re.findall(r"^\| ([RSU]\d{2,3}) ", PAPER.read_text(), re.M)) == sorted(ROWS)


@pytest.mark.parametrize("row", ROWS)
def test_a_row_names_all_its_tests_or_a_reason(row: str) -> None:
    tier, what = listed()[row]
    found = rows_held()[row]

    if tier == "-":
        assert found == set()
        assert what.startswith((LATER, NEVER))
    else:
        assert set(tier.split(", ")) <= TIERS
        assert set(re.findall(r"`([^`]+)`", what)) == found != set()


def test_each_row_states_its_promise_in_one_sentence() -> None:
    said = [says for _row, says, _tier, _what in cells()]

    assert [one for one in said if not re.fullmatch(r"\S[^.]{19,}\.", one)] == []
    assert len(set(said)) == len(ROWS)


def test_few_rows_of_a_catalogue_are_marked_never() -> None:
    for kind in LAST:
        rows = [what for row, (_tier, what) in listed().items() if row.startswith(kind)]
        assert sum(what.startswith(NEVER) for what in rows) <= MOST_NEVER


def test_a_test_of_two_rows_counts_for_both() -> None:
    text = '@row("S20", "R21")\ndef test_no_form(x):\n    ...\ndef test_a_plain_hand():\n    ...\n'

    assert rows_tested({"a.py": text}) == {"S20": {"a.py"}, "R21": {"a.py"}}


def test_no_test_has_the_id_of_a_row_in_its_name() -> None:
    names = [one for text in modules().values() for one in re.findall(r"def (test_\w+)\(", text)]

    assert len(names) > len(ROWS)
    assert [one for one in names if re.search(r"_[rsu]\d\d_", one)] == []


def test_a_trial_of_the_torture_counts_for_the_rows_it_names() -> None:
    assert rows_tried()["R01"] == {"tools/lab/torture/kills.py"}
