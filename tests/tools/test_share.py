"""Shares of the suite: each test is in one of them, the seed decides which, and nothing else."""

from collections import Counter
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from tools.dev import share, testing

NAMES = [f"tests/browser/test_{one}.py::test_{two}" for one in range(20) for two in range(20)]


@pytest.mark.parametrize("many", [1, 2, 3, 5])
def test_the_shares_of_a_seed_are_about_equal_and_hold_everything(many: int) -> None:
    drawn = Counter(share.draw_share(one, seed="7", count=many) for one in NAMES)

    assert set(drawn) == set(range(1, many + 1))
    assert drawn.total() == len(NAMES)
    assert min(drawn.values()) > len(NAMES) / many * 0.7


def test_the_same_seed_draws_the_same_and_another_one_something_else() -> None:
    def drawn(seed: str) -> list[int]:
        return [share.draw_share(one, seed=seed, count=3) for one in NAMES]

    assert drawn("7") == drawn("7")
    changed = sum(one != other for one, other in zip(drawn("7"), drawn("8"), strict=True))
    assert changed > len(NAMES) / 2


def test_after_a_few_seeds_every_test_was_drawn() -> None:
    seen = {one for seed in range(30) for one in NAMES if _first(one, str(seed))}

    assert seen == set(NAMES)


def _first(name: str, seed: str) -> bool:
    return share.draw_share(name, seed=seed, count=3) == 1


@pytest.mark.parametrize("text", ["", "3", "0/3", "4/3", "1/0", "a/b", "1/3/5"])
def test_what_is_no_share_is_said(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match="is no share"):
        share.parse_share(text)
    assert testing.main(["--share", text]) == 1
    assert "is no share: 1/3 is the first of three" in capsys.readouterr().err


@dataclass
class Item:
    """A test as pytest knows it, as far as a share asks."""

    nodeid: str
    marks: tuple[str, ...] = ()

    def get_closest_marker(self, name: str) -> bool:
        return name in self.marks


def select_items(which: str, seed: str, *items: Item, one_case_in: int = 1) -> set[str]:
    """Return the names of what would be run."""
    told: list[Item] = []
    config: Any = SimpleNamespace(
        getoption={
            "share": which,
            "share_seed": seed,
            "one_case_in": one_case_in,
        }.__getitem__,
        hook=SimpleNamespace(pytest_deselected=lambda items: told.extend(items)),
    )
    left: list[Any] = list(items)
    share.pytest_collection_modifyitems(config, left)
    assert {one.nodeid for one in told} | {one.nodeid for one in left} == {
        one.nodeid for one in items
    }
    return {one.nodeid for one in left}


def test_each_test_runs_in_one_share_and_the_sweeps_and_what_was_changed_in_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    changed = "tests/browser/test_changed.py"
    monkeypatch.setattr(share, "changed_files", lambda _root: {changed, "README.md"})
    always = {f"{changed}::test_{number}" for number in range(5)}
    sweeps = {f"tests/security/test_all.py::test_{number}" for number in range(5)}
    items = [*map(Item, NAMES), *map(Item, always), *(Item(one, ("sweep",)) for one in sweeps)]

    one, two = select_items("1/2", "7", *items), select_items("2/2", "7", *items)

    assert one & two == always | sweeps
    assert one | two == {*NAMES} | always | sweeps
    assert select_items("1/2", "7", *items) == one
    assert select_items("1/2", "8", *items) != one


def test_of_many_cases_a_third_is_drawn_and_of_few_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(share, "changed_files", lambda _root: {"tests/c/test_changed.py"})
    many = {f"tests/a/test_table.py::test_many[{number}]" for number in range(20)}
    others = {f"tests/a/test_table.py::test_few[{number}]" for number in range(5)}
    others |= {f"tests/c/test_changed.py::test_many[{number}]" for number in range(9)}
    items = [*map(Item, many | others)]

    draws = [select_items("1/1", str(seed), *items, one_case_in=3) for seed in range(30)]

    assert {len(drawn & many) for drawn in draws} == {7}
    assert all(others <= drawn for drawn in draws)
    assert set.union(*draws) == many | others
    assert select_items("1/1", "7", *items, one_case_in=3) == draws[7]
    assert select_items("1/1", "7", *items) == many | others
