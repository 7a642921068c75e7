"""Dependencies between rooms, read from the source: the data behind the architecture picture."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

# Folders of generated files or of data.
PASSED_OVER = {"__pycache__", "migrations", "static", "locale"}
# Folders whose subfolders are rooms; a module directly in them belongs to the folder.
HOUSES = ("tarokk_club/club", "scoring/games", "tarokk_club", "scoring")


@dataclass(frozen=True, slots=True)
class Rooms:
    """The rooms of a tree.

    modules: room to its number of modules.
    uses: (room, used room) to the number of imports.
    """

    modules: Mapping[str, int]
    uses: Mapping[tuple[str, str], int]


def read_rooms(root: Path) -> Rooms:
    """Return the rooms below `root` and the imports between them, including imports inside
    functions.
    """
    modules: Counter[str] = Counter()
    uses: Counter[tuple[str, str]] = Counter()
    for path in _modules(root):
        inside = path.relative_to(root)
        room = room_of(inside.as_posix())
        modules[room] += 1
        for target in _imports(inside, ast.parse(path.read_text("utf-8"))):
            used = room_of(_file_of(root, target))
            if used and used != room:
                uses[room, used] += 1
    return Rooms(dict(sorted(modules.items())), dict(sorted(uses.items())))


def room_of(path: str) -> str:
    """Return the room of a module, "" if it is not part of the product.

    >>> room_of("tarokk_club/club/money/views.py"), room_of("scoring/games/danish/check.py")
    ('money', 'danish')
    >>> room_of("tarokk_club/http/logs.py"), room_of("scoring/cli.py"), room_of("tests/web.py")
    ('http', 'scoring', '')
    """
    for house in HOUSES:
        if path.startswith(f"{house}/"):
            inner, _, rest = path.removeprefix(f"{house}/").partition("/")
            return inner if rest else house.rpartition("/")[2]
    return ""


def _modules(root: Path) -> Iterator[Path]:
    for house in ("scoring", "tarokk_club"):
        for path in sorted((root / house).rglob("*.py")):
            if not PASSED_OVER & set(path.relative_to(root).parts):
                yield path


def _file_of(root: Path, target: str) -> str:
    """Return the file of the module that a dotted name refers to, also if it names something inside
    a module.
    """
    parts = target.split(".")
    while parts:
        base = root.joinpath(*parts)
        if base.with_suffix(".py").is_file():
            return "/".join(parts) + ".py"
        if (base / "__init__.py").is_file():
            return "/".join(parts) + "/__init__.py"
        parts.pop()
    return ""


def _imports(path: Path, tree: ast.Module) -> Iterator[str]:
    package = path.parts[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)
