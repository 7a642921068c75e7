"""A public name means one thing in the whole app."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Mapping

from support.source import modules

APP = "tarokk_club/"
# Names that a framework or an interface gives, each used by several modules on purpose.
GIVEN = {
    "Command": "what Django asks of the module of a command",
    "main": "what a command of manage.py is called by",
    "connect": "what the app calls of each module that listens to signals",
}
# Two modules that do the same to two databases, chosen by which of them is there.
TWINS = {
    "tarokk_club/serving/backups/sqlite_copy.py",
    "tarokk_club/serving/backups/postgres_copy.py",
}
Found = Mapping[str, list[tuple[str, str]]]


def _public(trees: Mapping[str, ast.Module]) -> Found:
    """Name -> where it is defined: the module, and whether a class or a function."""
    found = defaultdict(list)
    for name, tree in trees.items():
        if not name.startswith(APP) or name in TWINS:
            continue
        for node in tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append((name, type(node).__name__))
    return found


def _is_page(name: str) -> bool:
    """Views and tags are called by addresses and templates, never by another module's name."""
    parts = name.split("/")
    return "templatetags" in parts or "views" in parts or parts[-1] in {"views.py", "urls.py"}


def _double(found: Found) -> list[str]:
    wrong = []
    for name, places in sorted(found.items()):
        inside = [place for place, _kind in places if not _is_page(place)]
        classes = [place for place, kind in places if kind == "ClassDef"]
        pages = [place for place, _kind in places if place not in inside]
        views = [place for place in pages if "templatetags" not in place]
        many = max(len(inside), len(classes), len(views))
        if many > 1 and name not in GIVEN:
            wrong.append(f"{name}: {', '.join(place for place, _ in places)}")
    return wrong


def test_no_two_public_names_of_the_app_mean_different_things() -> None:
    assert _double(_public(modules())) == []


def _trees(sources: Iterable[tuple[str, str]]) -> dict[str, ast.Module]:
    return {name: ast.parse(code) for name, code in sources}


def test_detects_two_classes_of_one_name() -> None:
    code = "class Line:\n    pass"
    trees = _trees([("tarokk_club/club/money/a.py", code), ("tarokk_club/club/sheet/b.py", code)])

    assert _double(_public(trees)) != []


def test_detects_two_functions_of_one_name() -> None:
    code = "def line_of():\n    pass"
    trees = _trees([("tarokk_club/club/money/a.py", code), ("tarokk_club/http/b.py", code)])

    assert _double(_public(trees)) != []


def test_a_view_and_its_query_may_share_a_name() -> None:
    code = "def sheet():\n    pass"
    trees = _trees(
        [
            ("tarokk_club/club/sheet/queries/sheets.py", code),
            ("tarokk_club/club/sheet/views/sheet.py", code),
        ]
    )

    assert _double(_public(trees)) == []
