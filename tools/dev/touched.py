"""manage.py test --quick: run the tests nearest to the changes, for half a minute.

Nearest is measured by imports: first the tests that were changed or import a changed file, then
    those of its room, then those that reach it through other modules. Templates, scripts and
    styles belong to their room. testmon is no alternative: it sees only Python and needs a first
    whole run under coverage, which a fresh clone does not have.
"""

import ast
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from tarokk_club.system import say

# Half a minute, minus the time for start and end.
SECONDS = 23
# Collecting takes time too, so more distant tests run only in the whole suite.
MOST_FILES = 30
CODE = ("scoring", "tarokk_club", "tests", "tools")
# Browser tests run only in the whole suite.
NEVER = ("tests/browser",)
CATALOGUES = "tests/house/test_catalogues.py"
PLUGIN = "tools.dev.touched"


def choose_quick_tests(root: Path, rest: list[str]) -> list[str] | None:
    """Return the arguments for pytest, or None if nothing was changed; print what is left out."""
    changed = changed_files(root)
    if not changed:
        say("Nothing was changed since the last commit, so there is nothing to test quickly.")
        return None
    every = sorted(one for one in _sources(root) if _is_test(one))
    near = nearest(changed, graph(root), every)
    say(f"Changed: {len(changed)} files. Near to them: {len(near)} of {len(every)} test files.")
    taken = near[:MOST_FILES]
    say(f"Left out: browsers, {len(every) - len(taken)} files further away, and what half a minute")
    say("does not hold: `python3 manage.py test` runs it.")
    if not taken:
        return None
    # Files run in this order until the time is over.
    return ["-q", "-p", PLUGIN, "-m", "not browser", *rest, *taken]


def changed_files(root: Path) -> set[str]:
    """Return the files that differ from the last commit, new files included, else those of the last
    commit.
    """
    found = _git(root, "diff", "--name-only", "HEAD")
    found |= _git(root, "ls-files", "--others", "--exclude-standard")
    return found or _git(root, "diff", "--name-only", "HEAD~1", "HEAD")


def _git(root: Path, *words: str) -> set[str]:
    done = subprocess.run(["git", *words], cwd=root, capture_output=True, text=True, check=False)
    return set(done.stdout.splitlines())


def graph(root: Path) -> dict[str, set[str]]:
    """Return each Python file with the project's files that it imports, including imports inside
    functions.
    """
    files = _sources(root)
    by_name = {_module(one): one for one in files}
    found = {}
    for one in files:
        names = _imported(ast.parse((root / one).read_text("utf-8")), _module(one))
        found[one] = {by_name[name] for name in names if name in by_name} - {one}
    return found


def _sources(root: Path) -> list[str]:
    return [
        path.relative_to(root).as_posix() for top in CODE for path in (root / top).rglob("*.py")
    ]


def _module(path: str) -> str:
    # Shared test modules are imported relative to tests/.
    name = path.removeprefix("tests/").removesuffix(".py").removesuffix("/__init__")
    return name.replace("/", ".")


def _imported(tree: ast.Module, module: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join([*module.split(".")[: -node.level], base]).strip(".")
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def nearest(changed: set[str], imports: Mapping[str, set[str]], tests: Iterable[str]) -> list[str]:
    """Return the test files that the changed files can affect, nearest first.

    >>> imports = {"tests/a/test_x.py": {"tarokk_club/club/b/y.py"}, "tests/b/test_z.py": set()}
    >>> nearest({"tarokk_club/club/b/y.py"}, imports, imports)
    ['tests/a/test_x.py', 'tests/b/test_z.py']
    """
    far = distances(changed, imports)
    rooms = {room for one in changed for room in rooms_of(one)}
    ranked = []
    for test in tests:
        if test.startswith(NEVER):
            continue
        at = far.get(test, 99)
        own = test.split("/")[1] in rooms or any(f"_{room}" in test for room in rooms)
        if test == CATALOGUES and any(one.endswith(".po") for one in changed):
            at = 0
        if at < 99 or own:
            ranked.append((min(at, 1.5) if own else at, test))
    return [test for _at, test in sorted(ranked)]


def distances(changed: set[str], imports: Mapping[str, set[str]]) -> dict[str, float]:
    """Return the number of imports from each file to a changed file."""
    users: dict[str, set[str]] = {}
    for one, used in imports.items():
        for other in used:
            users.setdefault(other, set()).add(one)
    found, edge, steps = dict.fromkeys(changed, 0.0), set(changed), 0.0
    while edge:
        steps += 1
        edge = {user for one in edge for user in users.get(one, ())} - found.keys()
        found |= dict.fromkeys(edge, steps)
    return found


def rooms_of(path: str) -> set[str]:
    """Return the rooms, or games, that a file belongs to.

    >>> rooms_of("templates/club/money/settle.html"), rooms_of("scoring/games/danish/check.py")
    ({'money'}, {'danish'})
    >>> rooms_of("tarokk_club/club/static/club/sheet/sheet.css"), rooms_of("README.md")
    ({'sheet'}, set())
    """
    parts = path.split("/")
    for above in ("static/club", "scoring/games", "templates/club", "tarokk_club/club"):
        before = above.split("/")
        for place in range(len(parts) - len(before)):
            if parts[place : place + len(before)] == before:
                room = parts[place + len(before)]
                return set() if "." in room else {room}
    return set()


def _is_test(path: str) -> bool:
    return path.startswith("tests/") and path.rpartition("/")[2].startswith("test_")


# --- as a plugin of pytest: what has not begun in time is left out

# Collecting counts towards the time as well.
_BEGAN = time.monotonic()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip tests that have not begun when the time is over."""
    if time.monotonic() - _BEGAN > SECONDS:
        pytest.skip("left out: the half minute is over")
