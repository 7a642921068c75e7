"""Who may import whom: the arrows of the layers."""

import ast
import sys

import pytest

from support.source import imports, modules

# Layer of the club -> the layers it may import, besides itself and the plain modules.
CLUB = {
    "models": {"scoring"},
    "queries": {"models", "scoring"},
    "usecases": {"models", "queries", "scoring"},
    "forms": {"scoring"},
    "exports": {"queries", "scoring"},
    "management": {"usecases", "queries", "exports", "scoring"},
    "views": {"usecases", "queries", "forms", "exports", "models"},
    "templatetags": {"scoring"},
    "urls": {"views"},
    # Plain modules beside the layers, each on the ground floor: everybody may use them.
    "": {"models", "queries", "scoring"},
}
SCORING = {
    "core": set[str](),
    "games": {"core"},
    "ledger": {"core"},
}
THE_CLUB = "tarokk_club.club."


def _club_layer(target: str) -> str:
    """The layer of a dotted name: a row of the table, or "" for a plain module."""
    if target.startswith("scoring"):
        return "scoring"
    first = target.removeprefix(THE_CLUB).split(".")[0]
    return first if first in CLUB else ""


def _wrong_arrows(name: str, tree: ast.Module) -> list[str]:
    source = name.removesuffix(".py").replace("/", ".")
    if source.startswith(THE_CLUB):
        return _wrong_in_club(source, name, tree)
    if source.startswith("scoring"):
        return _wrong_in_scoring(source, name, tree)
    return []


def _wrong_in_club(source: str, name: str, tree: ast.Module) -> list[str]:
    layer = _club_layer(source)
    allowed = CLUB[layer] | {layer, ""}
    wrong = []
    for line, target in imports(name, tree):
        if target.startswith("tarokk_club.tooling"):
            wrong.append(f"{name}:{line} {layer or source} -> the tooling")
        elif target.startswith((THE_CLUB, "scoring")) and _club_layer(target) not in allowed:
            wrong.append(f"{name}:{line} {layer or source} -> {_club_layer(target)}")
    return wrong


def _wrong_in_scoring(source: str, name: str, tree: ast.Module) -> list[str]:
    room = [*source.split("."), ""][1]
    allowed = SCORING.get(room)
    wrong = []
    for line, target in imports(name, tree):
        parts = target.split(".")
        if parts[0] == "scoring" and allowed is not None:
            if len(parts) < 2 or parts[1] not in allowed | {room}:
                wrong.append(f"{name}:{line} {room} -> {target}")
        elif parts[0] not in sys.stdlib_module_names | {"scoring"}:
            wrong.append(f"{name}:{line} scoring -> {parts[0]}")
    return wrong


def test_every_import_follows_the_arrows() -> None:
    wrong = [one for name, tree in modules().items() for one in _wrong_arrows(name, tree)]

    assert wrong == []


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("scoring/core/table.py", "from scoring.games import GAMES"),
        ("scoring/core/table.py", "def late():\n    import django"),
        ("scoring/games/danish/score.py", "from ...ledger import money"),
        ("scoring/ledger/money.py", "from scoring import games"),
        ("tarokk_club/club/models/people.py", "from tarokk_club.club.queries.people import rows"),
        ("tarokk_club/club/queries/people.py", "from ..usecases import found_club"),
        ("tarokk_club/club/forms/people.py", "from tarokk_club.club import models"),
        ("tarokk_club/club/access.py", "def late():\n    from .views import people"),
        ("tarokk_club/club/views/people.py", "import_module('tarokk_club.serving.serve')"),
    ],
)
def test_a_wrong_arrow_is_seen(name: str, code: str) -> None:
    assert _wrong_arrows(name, ast.parse(code)) != []


def test_a_right_arrow_is_not_blamed() -> None:
    code = "from tarokk_club.club import models\nfrom tarokk_club.club.access import load\n"

    assert _wrong_arrows("tarokk_club/club/views/people.py", ast.parse(code)) == []
