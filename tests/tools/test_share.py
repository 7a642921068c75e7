"""Shares of the suite: each file is in one of them, the seed decides which, and nothing else."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tarokk_club.env import ROOT
from tools.dev import share, testing

NAMES = [f"tests/room_{one}/test_{two}.py" for one in range(20) for two in range(20)]


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
def test_reports_an_invalid_share(text: str, capsys: pytest.CaptureFixture[str]) -> None:
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


def build_config(
    which: str, seed: str, deselected: list[Item] | None = None, *, files: bool = True
) -> Any:
    """Return the options of a run; what it deselects is added to the list."""
    report = [] if deselected is None else deselected
    return SimpleNamespace(
        getoption={"share": which, "share_seed": seed, "share_files": files}.__getitem__,
        hook=SimpleNamespace(pytest_deselected=lambda items: report.extend(items)),
    )


def select_items(which: str, seed: str, *items: Item, files: bool = True) -> set[str]:
    """Return the names of what would be run."""
    deselected: list[Item] = []
    left: list[Any] = list(items)
    config = build_config(which, seed, deselected, files=files)
    share.pytest_collection_modifyitems(config, left)
    assert {one.nodeid for one in [*deselected, *left]} == {one.nodeid for one in items}
    return {one.nodeid for one in left}


@pytest.fixture
def changed(monkeypatch: pytest.MonkeyPatch) -> str:
    """The one test file that was changed."""
    path = "tests/browser/test_changed.py"
    monkeypatch.setattr(share, "_list_changed_files", lambda: {path, "README.md"})
    return path


def test_each_file_runs_in_one_share_and_changed_files_in_all(changed: str) -> None:
    names = [f"{path}::test_{number}" for path in NAMES for number in range(2)]
    always = {f"{changed}::test_{number}" for number in range(5)}
    items = [*map(Item, names), *(Item(one, ("sweep",)) for one in always)]

    one, two = select_items("1/2", "7", *items), select_items("2/2", "7", *items)

    assert one & two == always
    assert one | two == {*names} | always
    assert all(name[:-1] + "1" in one for name in one & {*names})
    assert select_items("1/2", "7", *items) == one
    assert select_items("1/2", "8", *items) != one


def test_tests_of_one_file_are_divided_where_tests_are_drawn(changed: str) -> None:
    names = {f"tests/browser/test_axe.py::test_{number}" for number in range(60)}

    shares = [
        select_items(f"{number}/6", "7", *map(Item, names), files=False) for number in range(1, 7)
    ]

    assert set.union(*shares) == names
    assert sum(map(len, shares)) == len(names)
    assert min(map(len, shares)) > 0
    config = build_config("1/6", "7", files=False)
    assert share.pytest_ignore_collect(ROOT / "tests/browser/test_axe.py", config) is None


@pytest.mark.parametrize("count", [1, 2, 3, 12])
def test_each_share_has_a_part_of_each_sweep(changed: str, count: int) -> None:
    sweeps = {f"tests/security/test_{one}.py::test_{two}" for one in range(3) for two in range(99)}
    items = [Item(one, ("sweep",)) for one in sweeps]

    shares = [select_items(f"{number}/{count}", "7", *items) for number in range(1, count + 1)]

    assert set.union(*shares) == sweeps
    few = min(count, share.SWEEP_SHARES)
    assert sum(map(len, shares[:few])) == len(sweeps)
    for drawn in shares:
        for one in range(3):
            part = [name for name in drawn if f"test_{one}.py" in name]
            assert len(part) > 99 / few * 0.5


def test_files_of_other_shares_are_not_read(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(share, "ROOT", tmp_path)
    for path in (*NAMES, changed, "tests/room_0/test_sweeps.py", "tests/room_0/conftest.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("pytestmark = pytest.mark.sweep" if "sweeps" in path else "")

    def ignored(which: str) -> set[str]:
        config = build_config(which, "7")
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        return {
            path.relative_to(tmp_path).as_posix()
            for path in files
            if share.pytest_ignore_collect(path, config)
        }

    assert ignored("1/2") | ignored("2/2") == {*NAMES}
    assert ignored("1/2") & ignored("2/2") == set()
    assert ignored("1/1") == set()
