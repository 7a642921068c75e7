"""manage.py test --share 1/3: run a random share of the tests, as the whole suite takes long.

With a given seed each test is in exactly one share. The whole suite is divided by files, because a
file creates its data once for all its tests. Tests with a marker, and sweeps over all URLs, are
divided one by one, because they are in few files. CI draws and prints a new seed each time, so that
all tests have run after a few runs. A changed file is in every share.
"""

import hashlib
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from tarokk_club.env import ROOT
from tools.dev.quick_tests import list_changed_files

PLUGIN = "tools.dev.share"
SHARE = re.compile(r"([1-9]\d?)/([1-9]\d?)")
# The marker of tests that sweep all URLs, and the smallest share of them that a run has.
SWEEP, SWEEP_SHARES = "sweep", 3


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


def draw_share(name: str, *, seed: str, count: int) -> int:
    """Return the number of the share that contains the file or test with this name."""
    digest = hashlib.sha256(f"{seed} {name}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % count + 1


def list_other_shares(number: int, count: int) -> Iterable[str]:
    """Return the other shares in the form of the option, such as 2/3."""
    return (f"{other}/{count}" for other in range(1, count + 1) if other != number)


# --- pytest plugin


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that `manage.py test` passes on."""
    parser.addoption("--share", default="1/1")
    parser.addoption("--share-seed", default="")
    parser.addoption("--share-files", action="store_true")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Ignore a file of another share, because importing all files takes half a minute."""
    if not config.getoption("share_files"):
        return None
    if collection_path.suffix != ".py" or collection_path.name == "conftest.py":
        return None
    path = collection_path.relative_to(ROOT).as_posix()
    if path in _list_changed_files() or _is_drawn(path, config):
        return None
    return None if SWEEP in collection_path.read_text("utf-8") else True


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect sweeps of other shares, and tests whose file was read only for its sweeps."""
    selected: list[pytest.Item] = []
    deselected: list[pytest.Item] = []
    for item in items:
        path = item.nodeid.partition("::")[0]
        if path in _list_changed_files():
            wanted = True
        elif item.get_closest_marker(SWEEP):
            wanted = _is_drawn(item.nodeid, config, most=SWEEP_SHARES)
        else:
            by_file = config.getoption("share_files")
            wanted = _is_drawn(path if by_file else item.nodeid, config)
        (selected if wanted else deselected).append(item)
    config.hook.pytest_deselected(items=deselected)
    items[:] = selected


def _is_drawn(name: str, config: pytest.Config, *, most: int = 99) -> bool:
    """Return whether the current share contains the file or test with this name.

    most: greatest number of shares into which such files or tests are divided.
    """
    number, count = parse_share(config.getoption("share"))
    count = min(count, most)
    return draw_share(name, seed=config.getoption("share_seed"), count=count) == number % count + 1


@cache
def _list_changed_files() -> set[str]:
    return list_changed_files(ROOT)
