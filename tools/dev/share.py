"""manage.py test --share 1/3: a share of the tests, drawn by a seed, for what takes too long.

Each test is in one share of a seed. CI draws another seed each time and prints it, so that after a
few runs all were run; a test that was itself changed runs in every share.
"""

import hashlib
import re
from collections.abc import Iterable

import pytest

from tarokk_club.env import ROOT
from tools.dev.touched import changed_files

PLUGIN = "tools.dev.share"
SHARE = re.compile(r"([1-9]\d?)/([1-9]\d?)")
# What asks every address the same is short, and some of the addresses would be some of a promise.
WHOLE = "sweep"


def read(text: str) -> tuple[int, int]:
    """Which share of how many. Raises ValueError.

    >>> read("2/3")
    (2, 3)
    """
    match = SHARE.fullmatch(text)
    if match is None or int(match[1]) > int(match[2]):
        raise ValueError(f"{text} is no share: 1/3 is the first of three.")
    return int(match[1]), int(match[2])


def share_of(nodeid: str, *, seed: str, many: int) -> int:
    """In which of so many shares a test is, by its name and the seed alone."""
    digest = hashlib.sha256(f"{seed} {nodeid}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % many + 1


def others(which: int, many: int) -> Iterable[str]:
    """The shares that are left out, as one asks for them."""
    return (f"{one}/{many}" for one in range(1, many + 1) if one != which)


# --- as a plugin of pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """What `manage.py test` hands on."""
    parser.addoption("--share", default="1/1")
    parser.addoption("--share-seed", default="")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is in the other shares."""
    which, many = read(config.getoption("share"))
    seed, changed = config.getoption("share_seed"), changed_files(ROOT)
    kept: list[pytest.Item] = []
    dropped: list[pytest.Item] = []
    for item in items:
        mine = share_of(item.nodeid, seed=seed, many=many) == which
        always = item.get_closest_marker(WHOLE) or item.nodeid.partition("::")[0] in changed
        (kept if mine or always else dropped).append(item)
    config.hook.pytest_deselected(items=dropped)
    items[:] = kept
