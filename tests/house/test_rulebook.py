"""The rulebook: every rule has an id, a source that is listed, and tests that exist."""

import re
from collections.abc import Iterator
from fnmatch import fnmatch

from scoring.games import GAMES
from support.papers import RULEBOOK, rulebook, source_ids
from support.source import ROOT

TESTS = ROOT / "tests" / "scoring"
EXAMPLES = tuple(path.stem for path in sorted((TESTS / "examples").glob("*.json")))
# Games that the rulebook tells of before they are registered.
TO_COME: set[str] = set()
UNCHECKED, LATER = "unchecked: ", "later: "
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def named(cell: str) -> Iterator[tuple[str, str, str]]:
    """Module, test and the example in brackets of each test that a cell names."""
    module = ""
    for part in cell.split(", "):
        before, _, test = part.partition("::")
        module = before or module
        name, _, example = test.partition("[")
        yield module, name, example.removesuffix("]")


def exists(module: str, test: str, example: str) -> bool:
    """Return whether the rulebook's test exists, and its example is among the documents."""
    path = TESTS / module
    if not (path.is_file() and re.search(rf"^def {re.escape(test)}\(", path.read_text(), re.M)):
        return False
    return not example or any(fnmatch(stem, example) for stem in EXAMPLES)


def faults(cell: str) -> Iterator[str]:
    """What is wrong with the last column of a rule."""
    for word in (UNCHECKED, LATER):
        if cell.startswith(word.rstrip()):
            reason = cell.removeprefix(word.rstrip()).strip()
            promised = [one for one in named(reason) if one[1]]
            yield from () if reason else ("no reason",)
            yield from (f"there already: {one[0]}::{one[1]}" for one in promised if exists(*one))
            return
    yield from (f"no such test: {one[0]}::{one[1]}" for one in named(cell) if not exists(*one))


def test_no_rule_is_lost_by_its_shape() -> None:
    lines = [line for line in RULEBOOK.read_text("utf-8").splitlines() if line.startswith("| ")]

    assert len([line for line in lines if not line.startswith("| id |")]) == len(rulebook())


def test_every_id_is_given_once() -> None:
    ids = [row[0] for row in rulebook()]

    assert [one for one in ids if not ID.fullmatch(one)] == []
    assert len(set(ids)) == len(ids)


def test_every_rule_names_existing_games_and_sources() -> None:
    games, sources = {"all", *GAMES, *TO_COME}, source_ids() | {"reading"}
    wrong = [
        row[0]
        for row in rulebook()
        if not (row[2] and set(row[1].split(", ")) <= games and set(row[3].split(", ")) <= sources)
    ]

    assert wrong == []


def test_every_rule_is_held_by_tests_that_exist() -> None:
    assert [(row[0], fault) for row in rulebook() for fault in faults(row[4])] == []


def test_an_untested_row_gives_its_reason() -> None:
    assert list(faults(UNCHECKED + "the hands are not known")) == []
    assert list(faults(LATER + "the option `ghost`")) == []
    assert list(faults(LATER)) == ["no reason"]
    # Once the test is there, the row no longer puts it off.
    ready = "test_taper.py::test_hep_hep_queues_three"
    assert list(faults(ready)) == []
    assert list(faults(LATER + ready)) == [f"there already: {ready}"]
    assert list(faults(ready + "_again")) == [f"no such test: {ready}_again"]


def test_detects_a_missing_test_name() -> None:
    assert exists("test_taper.py", "test_hep_hep_queues_three", "")
    assert not exists("test_taper.py", "test_hep_hep_queues", "")
    assert not exists("test_ghost.py", "test_hep_hep_queues_three", "")
    assert exists("test_examples.py", "test_scores_the_worked_example", "taper-*")
    assert not exists("test_examples.py", "test_scores_the_worked_example", "ghost-*")
    assert list(named("a.py::b[c], ::d")) == [("a.py", "b", "c"), ("a.py", "d", "")]
