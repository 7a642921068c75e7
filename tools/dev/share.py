"""manage.py test --share 1/3: run a random share of the tests, as the whole suite takes long.

With a given seed each test is in exactly one share. CI draws and prints a new seed each time, so
that all tests have run after a few runs. Tests of a changed file run in every share.

In the same way the quick tier draws a third of the cases of tests that have many of them.
"""

import hashlib
import re
from collections.abc import Iterable

import pytest

from tarokk_club.env import ROOT
from tools.dev.quick_tests import changed_files

PLUGIN = "tools.dev.share"
SHARE = re.compile(r"([1-9]\d?)/([1-9]\d?)")
# The marker of tests that sweep all URLs; they are fast, so every share runs them.
SWEEP = "sweep"
# So many cases are a table or a product, of which `test` draws some.
MANY_CASES = 6


def parse_share(text: str) -> tuple[int, int]:
    """Return the number of the share and the number of shares.

    Raise ValueError if the text is no share.

    >>> parse_share("2/3")
    (2, 3)
    """
    match = SHARE.fullmatch(text)
    if match is None or int(match[1]) > int(match[2]):
        raise ValueError(f"{text} is no share: 1/3 is the first of three.")
    return int(match[1]), int(match[2])


def draw_share(nodeid: str, *, seed: str, count: int) -> int:
    """Return the number of the share with this test, computed from its name and the seed."""
    digest = hashlib.sha256(f"{seed} {nodeid}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % count + 1


def other_shares(number: int, count: int) -> Iterable[str]:
    """Return the other shares in the form of the option, such as 2/3."""
    return (f"{other}/{count}" for other in range(1, count + 1) if other != number)


def draw_cases(nodeids: Iterable[str], *, seed: str, one_in: int) -> set[str]:
    """Return the tests to run: of the many cases of a test one in so many, drawn by the seed.

    Tests with fewer cases than MANY_CASES run with all of them.

    >>> len(draw_cases([f"a.py::test[{number}]" for number in range(10)], seed="x", one_in=3))
    4
    """
    cases: dict[str, list[str]] = {}
    for nodeid in nodeids:
        cases.setdefault(nodeid.partition("[")[0], []).append(nodeid)
    drawn: set[str] = set()
    for ids in cases.values():
        if len(ids) >= MANY_CASES:
            ids.sort(key=lambda nodeid: hashlib.sha256(f"{seed} {nodeid}".encode()).digest())
            ids = ids[: -(-len(ids) // one_in)]
        drawn.update(ids)
    return drawn


# --- pytest plugin


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that `manage.py test` passes on."""
    parser.addoption("--share", default="1/1")
    parser.addoption("--share-seed", default="")
    parser.addoption("--one-case-in", type=int, default=1)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests of the other shares, and the cases that are not drawn."""
    number, count = parse_share(config.getoption("share"))
    seed, changed = config.getoption("share_seed"), changed_files(ROOT)
    drawn_cases = draw_cases(
        (item.nodeid for item in items), seed=seed, one_in=config.getoption("one_case_in")
    )
    selected: list[pytest.Item] = []
    deselected: list[pytest.Item] = []
    for item in items:
        drawn_share = draw_share(item.nodeid, seed=seed, count=count) == number
        drawn_share &= item.nodeid in drawn_cases
        in_every_share = item.get_closest_marker(SWEEP) or item.nodeid.partition("::")[0] in changed
        (selected if drawn_share or in_every_share else deselected).append(item)
    config.hook.pytest_deselected(items=deselected)
    items[:] = selected
