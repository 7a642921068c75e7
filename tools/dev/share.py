"""manage.py test --share 1/3: run a share of the tests, drawn by a seed, because all take too long.

With a given seed each test is in one share. CI draws a new seed each time and prints it, so that
after a few runs all tests have run. A test that was itself changed runs in every share.
"""

import hashlib
import re
from collections.abc import Iterable

import pytest

from tarokk_club.env import ROOT
from tools.dev.touched import changed_files

PLUGIN = "tools.dev.share"
SHARE = re.compile(r"([1-9]\d?)/([1-9]\d?)")
# A test that sweeps all URLs is fast, and on only some of them it would prove nothing.
WHOLE = "sweep"


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


def share_of(nodeid: str, *, seed: str, many: int) -> int:
    """Return the share that contains a test, which depends only on its name and the seed."""
    digest = hashlib.sha256(f"{seed} {nodeid}".encode()).digest()
    return int.from_bytes(digest[:8], "big") % many + 1


def others(which: int, many: int) -> Iterable[str]:
    """Yield the other shares, in the form of the option."""
    return (f"{one}/{many}" for one in range(1, many + 1) if one != which)


# --- as a plugin of pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that `manage.py test` passes on."""
    parser.addoption("--share", default="1/1")
    parser.addoption("--share-seed", default="")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests of the other shares."""
    which, many = parse_share(config.getoption("share"))
    seed, changed = config.getoption("share_seed"), changed_files(ROOT)
    kept: list[pytest.Item] = []
    dropped: list[pytest.Item] = []
    for item in items:
        mine = share_of(item.nodeid, seed=seed, many=many) == which
        always = item.get_closest_marker(WHOLE) or item.nodeid.partition("::")[0] in changed
        (kept if mine or always else dropped).append(item)
    config.hook.pytest_deselected(items=dropped)
    items[:] = kept
