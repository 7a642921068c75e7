"""The dependencies between rooms, read from the source, for the architecture picture."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

# Folders of generated files or of data.
SKIPPED_FOLDERS = {"__pycache__", "migrations", "static", "locale"}
# Folders whose subfolders are rooms; a module directly in them belongs to the folder.
ROOM_PARENTS = ("tarokk_club/club", "scoring/games", "tarokk_club", "scoring")


@dataclass(frozen=True, slots=True)
class Rooms:
    """The rooms of a tree.

    modules: room to its number of modules.
    uses: (room, used room) to the number of imports.
    """

    modules: Mapping[str, int]
    uses: Mapping[tuple[str, str], int]


def read_rooms(root: Path) -> Rooms:
    """Return the rooms below `root` and the imports between them, also those inside functions."""
    modules: Counter[str] = Counter()
    uses: Counter[tuple[str, str]] = Counter()
    for path in _yield_modules(root):
        relative_path = path.relative_to(root)
        room = find_room(relative_path.as_posix())
        modules[room] += 1
        for target in _yield_imported_names(relative_path, ast.parse(path.read_text("utf-8"))):
            used = find_room(_find_module_file(root, target))
            if used and used != room:
                uses[room, used] += 1
    return Rooms(dict(sorted(modules.items())), dict(sorted(uses.items())))


def find_room(path: str) -> str:
    """Return the room of a module, or "" if it is not part of the product.

    >>> find_room("tarokk_club/club/money/views.py"), find_room("scoring/games/danish/check.py")
    ('money', 'danish')
    >>> find_room("tarokk_club/http/logs.py"), find_room("scoring/cli.py")
    ('http', 'scoring')
    """
    for parent in ROOM_PARENTS:
        if path.startswith(f"{parent}/"):
            child, _, remainder = path.removeprefix(f"{parent}/").partition("/")
            return child if remainder else parent.rpartition("/")[2]
    return ""


def _yield_modules(root: Path) -> Iterator[Path]:
    for package in ("scoring", "tarokk_club"):
        for path in sorted((root / package).rglob("*.py")):
            if not SKIPPED_FOLDERS & set(path.relative_to(root).parts):
                yield path


def _find_module_file(root: Path, target: str) -> str:
    """Return the file of the module that a dotted name names or belongs to, or ""."""
    parts = target.split(".")
    while parts:
        base = root.joinpath(*parts)
        if base.with_suffix(".py").is_file():
            return "/".join(parts) + ".py"
        if (base / "__init__.py").is_file():
            return "/".join(parts) + "/__init__.py"
        parts.pop()
    return ""


def _yield_imported_names(path: Path, tree: ast.Module) -> Iterator[str]:
    package = path.parts[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)
