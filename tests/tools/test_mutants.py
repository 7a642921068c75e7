"""`manage.py mutants` makes real mutants, runs real tests on them and leaves the tree unchanged."""

from pathlib import Path

import pytest

from tarokk_club.env import ROOT
from tools.dev import mutants

MONEY = "scoring/ledger/money.py"


@pytest.mark.ci
def test_killed_mutants_are_counted_and_the_tree_stays_as_it_was(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = (ROOT / MONEY).read_text("utf-8")
    comparisons = [one for one in mutants.list_mutants([MONEY]) if "AddNot" in one.operator_name]

    assert comparisons
    assert mutants.run_mutants(comparisons[:2]) == 0
    assert "2 killed" in capsys.readouterr().err
    assert (ROOT / MONEY).read_text("utf-8") == before


@pytest.mark.ci
def test_a_change_that_no_test_sees_survives(tmp_path: Path) -> None:
    module = tmp_path / "a.py"
    module.write_text("A = 1 < 2\n")
    one = next(iter(mutants.list_mutants([str(module)])))

    # A command that always passes stands for tests that look elsewhere.
    outcome, change = mutants._test_mutant(one, module, "true")

    assert outcome == "survived" and change.startswith("A = 1 < 2 => A = ")
    assert module.read_text() == "A = 1 < 2\n"


def test_guards_and_equivalent_operators_are_left_out(tmp_path: Path) -> None:
    module = tmp_path / "a.py"
    module.write_text("@dataclass(frozen=True, slots=True)\nclass A:\n    b: bool = x == y\n")

    names = {one.operator_name for one in mutants.list_mutants([str(module)])}

    assert "core/ReplaceComparisonOperator_Eq_NotEq" in names
    assert not names & {"core/ReplaceTrueWithFalse", "core/ReplaceComparisonOperator_Eq_Is"}


def test_every_judged_line_exists_and_has_a_reason() -> None:
    judged = mutants.read_judged_changes()
    sources = {path: (ROOT / path).read_text("utf-8") for path, _change in judged}
    lines = {
        path: " ".join(line.strip() for line in text.splitlines()) for path, text in sources.items()
    }

    assert judged
    gone = [one for one in judged if one[1].partition(mutants.ARROW)[0] not in lines[one[0]]]
    assert not gone
    assert all(len(why.split()) > 4 for why in judged.values())
