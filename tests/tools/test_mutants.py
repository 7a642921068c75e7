"""Damages are tried on what is really there: noticed where a test looks, told where none does."""

from pathlib import Path

import pytest

from tarokk_club.serving.environment import ROOT
from tools.dev import mutants, swapping

MONEY = "scoring/ledger/money.py"
NEAR = ["tests/scoring/test_ledger_money.py"]


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
        swapping.try_all([damaged("return", "return 1 +")], [str(red)])


def test_a_function_is_swapped_and_a_table_is_not() -> None:
    whole = compile("A = [one for one in (1, 2)]\ndef f():\n    return 1\n", "x.py", "exec")
    function = compile("A = [one for one in (1, 2)]\ndef f():\n    return 2\n", "x.py", "exec")
    table = compile("A = [-one for one in (1, 2)]\ndef f():\n    return 1\n", "x.py", "exec")

    swapped = swapping.pairs(whole, function)

    assert swapped is not None
    assert [(old.co_name, new.co_consts) for old, new in swapped] == [("f", (None, 2))]
    assert swapping.pairs(whole, table) is None


def test_a_loop_without_an_end_is_ended() -> None:
    def turning() -> str:
        while True:
            pass

    assert swapping.in_fork(turning, seconds=1) == (swapping.LATE, "")


@pytest.mark.ci
def test_the_scorers_tests_reach_nothing_of_the_site() -> None:
    found = mutants.scorers_tests(ROOT)

    assert "tests/scoring/test_examples.py" in found
    texts = [(ROOT / one).read_text("utf-8") for one in found if one.endswith(".py")]
    assert not [text for text in texts if "import tarokk_club" in text or "from tarokk" in text]
