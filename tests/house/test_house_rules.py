"""The rules of the house, held against every file of the project."""

import ast
import re
from collections.abc import Iterator

from support.source import ROOT, files, functions, modules

TEXT = {"py", "html", "css", "js", "txt", "md", "toml", "json", "csv", "po", "svg", "yml", ""}
SCORING_LINES, OTHER_LINES, MODULE_LINES = 40, 60, 400
# Written in pieces, so that this file does not break its own rules.
LEFTOVER = re.compile(r"\b(TO" + r"DO|FIX" + r"ME)\b")
REGISTRIES = re.compile(
    r"pypi\." + r"org|python" + r"hosted\.|npm" + r"js\.(org|com)|crates\." + r"io|jsdel" + r"ivr",
    re.IGNORECASE,
)
RATE_LIMIT = re.compile(r"\d+/\d*[smhd]/(ip|key|user)\b")
COMMENT = re.compile(r"#.*")
LOOKS = re.compile(r"assert|raises|expect\(|\bcheck_|_check|verify")


def _text_files() -> Iterator[tuple[str, str]]:
    for path in files():
        if path.suffix.removeprefix(".") in TEXT:
            yield str(path.relative_to(ROOT)), path.read_text(encoding="utf-8")


def test_functions_are_short() -> None:
    long = []
    for name, tree in modules().items():
        limit = SCORING_LINES if name.startswith("scoring/") else OTHER_LINES
        for function in functions(tree):
            lines = (function.end_lineno or 0) - function.lineno + 1
            if lines > limit:
                long.append(f"{name}:{function.lineno} {function.name}: {lines} lines")

    assert long == []


def test_modules_are_short() -> None:
    counts = {name: len((ROOT / name).read_text().splitlines()) for name in modules()}
    long = {name: lines for name, lines in counts.items() if lines > MODULE_LINES}

    assert {name for name in long if not name.endswith("tables.py")} == set()


def test_points_are_whole_numbers() -> None:
    found = []
    for name, tree in modules().items():
        if not name.startswith("scoring/"):
            continue
        for node in ast.walk(tree):
            literal = isinstance(node, ast.Constant) and isinstance(node.value, float)
            called = isinstance(node, ast.Call) and ast.unparse(node.func) == "float"
            divided = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
            if literal or called or divided:
                found.append(f"{name}:{node.lineno} {ast.unparse(node)}")  # type: ignore[attr-defined]

    assert found == []


def test_public_names_of_scoring_are_explained() -> None:
    bare = []
    for name, tree in modules().items():
        for node in tree.body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef) or node.name.startswith("_"):
                continue
            if name.startswith("scoring/") and not ast.get_docstring(node):
                bare.append(f"{name}:{node.lineno} {node.name}")

    assert bare == []


def test_every_test_asserts_something() -> None:
    blind = []
    for name, tree in modules().items():
        if not name.startswith("tests/"):
            continue
        lines = (ROOT / name).read_text().splitlines()
        for function in functions(tree):
            tested = function.name.startswith("test")
            text = "\n".join(lines[function.lineno - 1 : function.end_lineno])
            # Only what is not found in the text without comments is worth the slow `unparse`.
            found = tested and LOOKS.search(COMMENT.sub("", text))
            if tested and not found and not LOOKS.search(ast.unparse(function)):
                blind.append(f"{name}:{function.lineno} {function.name}")

    assert blind == []


def test_no_file_has_leftover_notes() -> None:
    assert [name for name, text in _text_files() if LEFTOVER.search(text)] == []


def test_no_file_names_a_registry_of_packages() -> None:
    assert [name for name, text in _text_files() if REGISTRIES.search(text)] == []


def test_test_folders_are_no_packages() -> None:
    assert list((ROOT / "tests").rglob("__init__.py")) == []


def test_data_migrations_use_only_the_migrated_database() -> None:
    """`move_book` migrates another book beside the present one, which stays as it is."""
    told = {
        path.name: path.read_text("utf-8")
        for path in (ROOT / "tarokk_club/club/migrations").glob("0*.py")
    }
    wrong = [name for name, text in told.items() if re.search(r"\.objects\b(?!\.using\()", text)]

    assert wrong == []
    assert sum(".using(" in text for text in told.values()) >= 3


def test_every_rate_limit_is_in_the_settings() -> None:
    limiting = {
        name
        for name, text in _text_files()
        if name.startswith("tarokk_club/") and name.endswith(".py") and RATE_LIMIT.search(text)
    }

    assert limiting == {"tarokk_club/settings.py"}
