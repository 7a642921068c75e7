"""Damages are tried on what is really there: noticed where a test looks, told where none does."""

from pathlib import Path

import pytest

from tarokk_club.env import ROOT
from tools.dev import mutant_book, mutants, swapping

MONEY = "scoring/ledger/money.py"
NEAR = swapping.Way(["tests/scoring/test_ledger_money.py"])


def damaged(old: str, new: str) -> swapping.Damage:
    whole = (ROOT / MONEY).read_text("utf-8")
    assert whole.count(old) >= 1
    return MONEY, lambda: whole.replace(old, new, 1)


@pytest.mark.ci
def test_a_damage_is_noticed_survives_or_is_none() -> None:
    tried = {
        swapping.KILLED: damaged("return", "return 1 +"),
        swapping.SURVIVED: damaged("import ", "import  "),
        swapping.STILLBORN: damaged("def ", "def def "),
    }
    assert swapping.try_all(list(tried.values()), NEAR) == list(tried)


@pytest.mark.ci
def test_what_a_module_does_while_it_is_read_is_tried_as_well() -> None:
    gone = MONEY, lambda: "raise RuntimeError\n"
    idle = MONEY, lambda: (ROOT / MONEY).read_text("utf-8") + "\nNOBODY_ASKS = 1\n"

    assert swapping.try_all([gone, idle], NEAR) == [swapping.KILLED, swapping.SURVIVED]


@pytest.mark.ci
def test_tests_that_fail_by_themselves_notice_nothing(tmp_path: Path) -> None:
    red = tmp_path / "test_red.py"
    red.write_text("def test_red():\n    assert not 1\n")

    with pytest.raises(ValueError, match="without any damage"):
        swapping.try_all([damaged("return", "return 1 +")], swapping.Way([str(red)]))


def test_a_function_is_swapped_and_a_table_is_not() -> None:
    whole = compile("A = [one for one in (1, 2)]\ndef f():\n    return 1\n", "x.py", "exec")
    function = compile("A = [one for one in (1, 2)]\ndef f():\n    return 2\n", "x.py", "exec")
    table = compile("A = [-one for one in (1, 2)]\ndef f():\n    return 1\n", "x.py", "exec")

    swapped = swapping.pairs(whole, function)

    assert swapped is not None
    assert [(old.co_name, new.co_consts) for old, new in swapped] == [("f", (None, 2))]
    assert swapping.pairs(whole, table) is None


@pytest.mark.ci
def test_a_loop_without_an_end_is_ended() -> None:
    def turning() -> str:
        while True:
            pass

    assert swapping.in_fork(turning, seconds=1) == (swapping.LATE, "")


@pytest.mark.ci
def test_who_waits_is_told_of_each_and_an_impatient_round_meets_the_near_tests() -> None:
    gone = MONEY, lambda: "raise RuntimeError\n"
    heard: dict[int, str] = {}

    def tell(at: int, outcome: str) -> None:
        heard[at] = outcome

    # Told by the process that waits: what is tried in a fork is told there.
    way = swapping.Way(NEAR.tests, lambda _path: list(NEAR.tests), patience=0.1, tell=tell)
    assert swapping.try_all([gone], way) == [swapping.KILLED]
    assert heard == {0: swapping.KILLED}


def test_guards_and_sameness_are_no_damage() -> None:
    source = (
        "@dataclass(frozen=True, slots=True)\nclass A:\n    b: bool = zip(x, strict=True) == y\n"
    )

    names = {one.operator for one in mutants.mutants_of("a.py", source)}

    assert "core/ReplaceComparisonOperator_Eq_NotEq" in names
    assert not names & {"core/ReplaceTrueWithFalse", "core/ReplaceComparisonOperator_Eq_Is"}


def test_what_was_tried_is_known_until_its_file_or_a_test_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "var").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "a.py").write_text("A = 1\n")
    monkeypatch.setattr(mutant_book, "ROOT", tmp_path)
    monkeypatch.setattr(mutant_book, "TRIED", tmp_path / "var" / "mutants.jsonl")
    monkeypatch.setattr(mutant_book, "TESTS", ("tests",))
    mutant_book.write("a.py", "one", swapping.KILLED, after=None)
    mutant_book.write("a.py", "two", swapping.SURVIVED, after=None)
    mutant_book.write("a.py", "three", swapping.SURVIVED, after=1)

    def known(patience: float | None) -> list[str]:
        mutant_book.state.cache_clear()
        return [name for _path, name in mutant_book.known(patience=patience)]

    assert known(None) == ["one", "two"]
    assert known(1) == ["one", "two", "three"]
    (tmp_path / "tests" / "test_a.py").write_text("A = 1\n")
    assert known(None) == ["one"]
    (tmp_path / "a.py").write_text("A = 2\n")
    assert known(None) == []


def test_every_judged_line_is_still_there_with_a_reason() -> None:
    judged = mutant_book.judged()

    assert judged
    assert mutant_book.gone(judged) == []
    assert all(mutant_book.ARROW in line for _path, line in judged)
    assert all(len(why.split()) > 4 for why in judged.values())


@pytest.mark.ci
def test_the_scorers_tests_reach_nothing_of_the_site() -> None:
    found = mutants.scorers_tests(ROOT)

    assert "tests/scoring/test_examples.py" in found
    texts = [(ROOT / one).read_text("utf-8") for one in found if one.endswith(".py")]
    assert not [text for text in texts if "import tarokk_club" in text or "from tarokk" in text]
