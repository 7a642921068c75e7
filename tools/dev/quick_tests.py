"""manage.py test --quick: run the tests nearest to the changes, for half a minute.

Distance is counted in imports: changed tests and tests that import a changed file run first, then
the tests of its room, then tests that reach the file through other modules. Templates, scripts and
styles belong to their room. testmon is no alternative: it sees only Python, and it needs a complete
run under coverage first, which a fresh clone does not have.
"""

import ast
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from tarokk_club.system import print_message

# Half a minute, minus the time to start and to finish.
TIME_LIMIT_SECONDS = 23
# Collecting takes time too, so more distant tests run only in the whole suite.
MAX_FILES = 30
CODE_FOLDERS = ("scoring", "tarokk_club", "tests", "tools")
# Browser tests run only in the whole suite.
EXCLUDED_FOLDERS = ("tests/browser",)
CATALOGUE_TEST = "tests/house/test_catalogues.py"
PLUGIN = "tools.dev.quick_tests"


def choose_quick_tests(root: Path, options: list[str]) -> list[str] | None:
    """Return the arguments for pytest, or None if no test file is near a change.

    Print what is left out.

    options: further arguments for pytest.
    """
    changed = list_changed_files(root)
    if not changed:
        print_message(
            "Nothing was changed since the last commit, so there is nothing to test quickly."
        )
        return None
    test_files = sorted(path for path in _list_python_files(root) if _is_test_file(path))
    near_tests = find_nearest_tests(changed, build_import_graph(root), test_files)
    near, every = len(near_tests), len(test_files)
    print_message(f"Changed: {len(changed)} files. Near to them: {near} of {every} test files.")
    chosen = near_tests[:MAX_FILES]
    print_message(
        f"Left out: browsers, {every - len(chosen)} files further away, and what half a minute"
    )
    print_message("does not hold: `python3 manage.py test` runs it.")
    if not chosen:
        return None
    # Files run in this order until the time is over.
    return ["-q", "-p", PLUGIN, "-m", "not browser", *options, *chosen]


def list_changed_files(root: Path) -> set[str]:
    """Return the uncommitted files, including new ones, else those of the last commit.

    Paths are relative to the root of the repository.
    """
    changed = _read_git_lines(root, "diff", "--name-only", "HEAD")
    changed |= _read_git_lines(root, "ls-files", "--others", "--exclude-standard")
    return changed or _read_git_lines(root, "diff", "--name-only", "HEAD~1", "HEAD")


def _read_git_lines(root: Path, *arguments: str) -> set[str]:
    result = subprocess.run(
        ["git", *arguments], cwd=root, capture_output=True, text=True, check=False
    )
    return set(result.stdout.splitlines())


def build_import_graph(root: Path) -> dict[str, set[str]]:
    """Return the project's files that each file imports, including imports inside functions."""
    files = _list_python_files(root)
    file_of_module = {_derive_module_name(file): file for file in files}
    imports = {}
    for file in files:
        names = _yield_imported_names(
            ast.parse((root / file).read_text("utf-8")), _derive_module_name(file)
        )
        imports[file] = {file_of_module[name] for name in names if name in file_of_module} - {file}
    return imports


def _list_python_files(root: Path) -> list[str]:
    return [
        path.relative_to(root).as_posix()
        for top in CODE_FOLDERS
        for path in (root / top).rglob("*.py")
    ]


def _derive_module_name(path: str) -> str:
    # Shared test modules are imported relative to tests/.
    name = path.removeprefix("tests/").removesuffix(".py").removesuffix("/__init__")
    return name.replace("/", ".")


def _yield_imported_names(tree: ast.Module, module: str) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join([*module.split(".")[: -node.level], base]).strip(".")
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def find_nearest_tests(
    changed: set[str], imports: Mapping[str, set[str]], tests: Iterable[str]
) -> list[str]:
    """Return the test files that the changed files can affect, nearest first.

    imports: file to the files that it imports.

    >>> imports = {"tests/a/test_x.py": {"tarokk_club/club/b/y.py"}, "tests/b/test_z.py": set()}
    >>> find_nearest_tests({"tarokk_club/club/b/y.py"}, imports, imports)
    ['tests/a/test_x.py', 'tests/b/test_z.py']
    >>> find_nearest_tests({"scoring/z.py"}, imports, imports)
    ['tests/b/test_z.py']
    """
    distance_of = measure_distances(changed, imports)
    changed_rooms = {room for path in changed for room in find_rooms(path)}
    # Games are loaded by name without an import, so also match the names of files and tests.
    namesakes = tuple(f"_{Path(path).stem}.py" for path in changed if path.endswith(".py"))
    ranked = []
    for test in tests:
        if test.startswith(EXCLUDED_FOLDERS):
            continue
        distance = distance_of.get(test, 99)
        in_room = test.split("/")[1] in changed_rooms or any(
            f"_{room}" in test for room in changed_rooms
        )
        if test == CATALOGUE_TEST and any(path.endswith(".po") for path in changed):
            distance = 0
        if test.endswith(namesakes):
            distance = min(distance, 1)
        if distance < 99 or in_room:
            ranked.append((min(distance, 1.5) if in_room else distance, test))
    return [test for _at, test in sorted(ranked)]


def measure_distances(changed: set[str], imports: Mapping[str, set[str]]) -> dict[str, float]:
    """Return the smallest number of imports from each file to a changed file."""
    users: dict[str, set[str]] = {}
    for user, used_files in imports.items():
        for used in used_files:
            users.setdefault(used, set()).add(user)
    distance_of, frontier, steps = dict.fromkeys(changed, 0.0), set(changed), 0.0
    while frontier:
        steps += 1
        frontier = {user for path in frontier for user in users.get(path, ())} - distance_of.keys()
        distance_of |= dict.fromkeys(frontier, steps)
    return distance_of


def find_rooms(path: str) -> set[str]:
    """Return the rooms, or games, that a file belongs to.

    >>> find_rooms("templates/club/money/settle.html"), find_rooms("scoring/games/danish/check.py")
    ({'money'}, {'danish'})
    >>> find_rooms("tarokk_club/club/static/club/sheet/sheet.css"), find_rooms("README.md")
    ({'sheet'}, set())
    """
    parts = path.split("/")
    for parent in ("static/club", "scoring/games", "templates/club", "tarokk_club/club"):
        prefix = parent.split("/")
        for start in range(len(parts) - len(prefix)):
            if parts[start : start + len(prefix)] == prefix:
                room = parts[start + len(prefix)]
                return set() if "." in room else {room}
    return set()


def _is_test_file(path: str) -> bool:
    return path.startswith("tests/") and path.rpartition("/")[2].startswith("test_")


# --- pytest plugin: skips the tests that have not started when the time is over

# Collection counts towards the time as well.
_STARTED_AT = time.monotonic()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip the test if the time is already over."""
    if time.monotonic() - _STARTED_AT > TIME_LIMIT_SECONDS:
        pytest.skip("left out: the half minute is over")
