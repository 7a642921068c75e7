"""The catalogue's list in docs/quality.md: every row has a test that exists, or a reason."""

import re
from collections import defaultdict

import pytest

from tarokk_club.environment import ROOT

PAPER = ROOT / "docs" / "quality.md"
# A row without a test says when there will be one, or why never; of the latter there are few.
LATER, NEVER, MOST_NEVER = "later: ", "never: ", 5
ROWS = [f"S{number:02}" for number in range(1, 76)]


def rows_tested(names: dict[str, str]) -> dict[str, set[str]]:
    """Each row with the modules that have a test named after it."""
    found: dict[str, set[str]] = defaultdict(set)
    for module, text in names.items():
        for name in re.findall(r"^def (test_\w+)\(", text, re.M):
            for row in re.findall(r"(?<=_)s\d\d(?=_)", name):
                found[row.upper()].add(module)
    return found


def modules() -> dict[str, str]:
    """Every test module with its text."""
    return {
        str(path.relative_to(ROOT)): path.read_text()
        for path in (ROOT / "tests").rglob("test_*.py")
    }


def listed() -> dict[str, tuple[str, str]]:
    """Tier, and tests or reason, of every row of the paper."""
    cells = re.findall(r"^\| (S\d\d) \| ([^|]*) \| ([^|]*) \|$", PAPER.read_text(), re.M)
    return {row: (tier, what) for row, tier, what in cells}


def test_every_row_is_listed_once() -> None:
    assert re.findall(r"^\| (S\d\d) ", PAPER.read_text(), re.M) == ROWS


@pytest.mark.parametrize("row", ROWS)
def test_a_row_names_all_its_tests_or_a_reason(row: str) -> None:
    tier, what = listed()[row]
    found = rows_tested(modules())[row]

    if tier == "-":
        assert found == set()
        assert what.startswith((LATER, NEVER))
    else:
        assert tier == "test"
        assert set(re.findall(r"`([^`]+)`", what)) == found != set()


def test_few_rows_are_left_out_for_ever() -> None:
    assert sum(what.startswith(NEVER) for _tier, what in listed().values()) <= MOST_NEVER


def test_a_test_of_two_rows_counts_for_both() -> None:
    text = "def test_s20_s21_no_form(x):\n    ...\ndef test_it_works():\n    ...\n"

    assert rows_tested({"a.py": text}) == {"S20": {"a.py"}, "S21": {"a.py"}}
