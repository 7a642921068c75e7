"""Read the source of the project for the house rules."""

import ast
import gc
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
NOT_OURS = {
    ".git",
    ".venv",
    ".tools",
    "var",
    "node_modules",
    "__pycache__",
    "test-results",
    ".hypothesis",
}
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def files() -> tuple[Path, ...]:
    """Return every file of the project except generated ones."""
    return tuple(sorted(_below(ROOT)))


def _below(folder: Path) -> Iterator[Path]:
    """Yield the files below a folder, without the folders in NOT_OURS."""
    for path in folder.iterdir():
        if path.name in NOT_OURS or path.name.endswith("_cache"):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _below(path)
        elif path.is_file():
            yield path


@cache
def modules() -> dict[str, ast.Module]:
    """Return the syntax tree of every Python module but migrations, by its path."""
    paths = [path for path in files() if path.suffix == ".py" and "migrations" not in path.parts]
    # The collector would take two thirds of the time to scan millions of nodes in use.
    gc.disable()
    try:
        return {name: tree_of(name) for name in (str(path.relative_to(ROOT)) for path in paths)}
    finally:
        gc.freeze()
        gc.enable()


@cache
def tree_of(name: str) -> ast.Module:
    """Return the syntax tree of a module by its path."""
    return ast.parse((ROOT / name).read_text())


@cache
def functions(tree: ast.Module) -> tuple[Function, ...]:
    """Return every function of a module, including methods and inner functions."""
    return tuple(node for node in ast.walk(tree) if isinstance(node, Function))


def called_name(call: ast.Call) -> str:
    """Return the last part of the name of the called function, such as "c" for `a.b.c()`.

    `ast.unparse` is slow, so it is used only for unusual calls.
    """
    if isinstance(call.func, ast.Name):
        return call.func.id
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return ast.unparse(call.func).rpartition(".")[2]


def imports(name: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the line and the dotted target of every import; `from a import b` gives a.b."""
    package = Path(name).parts[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{start}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Call) and "import_module" in called_name(node):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield node.lineno, argument.value


def use_cases(pattern: re.Pattern[str]) -> set[str]:
    """Return the public use cases whose source matches, directly or in a helper."""
    found = set()
    for path in sorted((ROOT / "tarokk_club").rglob("*.py")):
        if "usecases" not in path.relative_to(ROOT).with_suffix("").parts:
            continue
        tree = tree_of(str(path.relative_to(ROOT)))
        text = {node.name: ast.unparse(node) for node in tree.body if isinstance(node, Function)}
        matching = {one for one, code in text.items() if pattern.search(code)}
        helpers = {one for one in matching if one.startswith("_")}
        while helpers:
            calls = re.compile(rf"\b(?:{'|'.join(helpers)})\(")
            callers = {one for one, code in text.items() if calls.search(code)} - matching
            matching |= callers
            helpers = {one for one in callers if one.startswith("_")}
        found |= {one for one in matching if not one.startswith("_")}
    return found
