"""Who may import whom: two tables for the rooms of the site, one for the scorer, one for the rest.

The syntax tree is walked, late imports too.
"""

import ast
import sys

import pytest

from support.source import imports, modules

# The rooms in their order: each may use only those before it. Confirmations stand before the
# sheet, because the sheet shows who has confirmed it.
ROOMS = (
    "base",
    "people",
    "session",
    "hand",
    "confirmations",
    "sheet",
    "paper",
    "rules",
    "money",
    "finale",
    "seasons",
    "statistics",
    "tournaments",
    "calendar",
    "notices",
)
# These see every room, and no room sees them.
ACROSS = ("transfer", "merging", "privacy", "guests", "audit", "home", "api")
# Floor of a room -> the floors it may use, besides itself and the plain modules of any room.
FLOORS = {
    "views": {"usecases", "queries", "forms", "exports"},
    "exports": {"queries"},
    "usecases": {"queries"},
    "queries": set[str](),
    "forms": set[str](),
}
# Modules of base that only a view may use, as they answer requests.
ANSWERING = {"answers", "files", "link_pages", "loaders", "polling"}
# What every part of the site may use, though it is no room.
GROUND = {"models"}
ON_TOP = {"urls", "apps", "management", "templatetags"}
SCORING = {
    "core": set[str](),
    "games": {"core"},
    "ledger": {"core"},
}
CLUB = "tarokk_club.club."


def _wrong_arrows(name: str, tree: ast.Module) -> list[str]:
    source = name.removesuffix(".py").replace("/", ".")
    if source.startswith("scoring"):
        return _wrong_in_scoring(source, name, tree)
    if not source.startswith("tarokk_club"):
        return []
    targets = list(imports(name, tree))
    wrong = [
        f"{name}:{line} the site -> the workshop"
        for line, target in targets
        if target.split(".")[0] in {"tools", "tests", "support"}
    ]
    if source.startswith(CLUB):
        wrong += [f"{name}:{line} {why}" for line, to in targets for why in _wrong(source, to)]
    return wrong


def _wrong(source: str, target: str) -> list[str]:
    """Why this arrow is wrong, by rooms and by floors."""
    room, floor = _place(source)
    other, its_floor = _place(target)
    if not room or not other:
        return []
    found = []
    if not _may_enter(room, other):
        found.append(f"{room} -> {other}")
    if floor in FLOORS and its_floor in FLOORS and its_floor not in FLOORS[floor] | {floor}:
        found.append(f"{floor} -> {its_floor}")
    leaf = target.removeprefix(CLUB).split(".")[1:2]
    if floor in FLOORS and floor != "views" and other == "base" and set(leaf) & ANSWERING:
        found.append(f"{floor} -> what answers requests")
    return found


def _may_enter(room: str, other: str) -> bool:
    if room in ON_TOP or other in GROUND or room == other:
        return True
    if room in GROUND:
        # Tables store values that rooms name, and nothing that reads or writes them.
        return True
    if room in ACROSS:
        return other not in ON_TOP
    return other in ROOMS and ROOMS.index(other) < ROOMS.index(room)


def _place(dotted: str) -> tuple[str, str]:
    """Room and floor of a module of the club; "" for what is no module of it."""
    if not dotted.startswith(CLUB):
        return "", ""
    parts = dotted.removeprefix(CLUB).split(".")
    if parts[0] not in {*ROOMS, *ACROSS, *GROUND, *ON_TOP}:
        return "", ""
    floor = parts[1] if len(parts) > 1 and parts[1] in FLOORS else ""
    return parts[0], floor


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


def test_models_use_no_floor_of_a_room() -> None:
    wrong = []
    for name, tree in modules().items():
        if name.startswith("tarokk_club/club/models/"):
            wrong += [(name, to) for _, to in imports(name, tree) if _place(to)[1]]

    assert wrong == []


def test_every_folder_of_the_club_is_a_room_of_the_table() -> None:
    folders = {
        name.split("/")[2]
        for name in modules()
        if name.startswith("tarokk_club/club/") and name.count("/") > 2
    }

    layers = {"exports", "forms", "queries", "usecases", "views"}
    assert folders - {*ROOMS, *ACROSS, *GROUND, *ON_TOP} - layers == set()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("scoring/core/table.py", "from scoring.games import GAMES"),
        ("scoring/core/table.py", "def late():\n    import django"),
        ("scoring/games/danish/score.py", "from ...ledger import money"),
        ("scoring/ledger/money.py", "from scoring import games"),
        ("tarokk_club/club/session/queries/rows.py", "from tarokk_club.club.money import iban"),
        ("tarokk_club/club/money/forms.py", "from tarokk_club.club.audit.queries import findings"),
        ("tarokk_club/club/base/words.py", "from tarokk_club.club.people.queries import clubs"),
        ("tarokk_club/club/people/queries/clubs.py", "from ..usecases import found_club"),
        ("tarokk_club/club/people/forms/members.py", "from ..queries import members"),
        ("tarokk_club/club/hand/usecases/drafts.py", "from ...base import loaders"),
        ("tarokk_club/club/hand/views/entry.py", "def late():\n    from ...sheet import fragments"),
        ("tarokk_club/serving/health.py", "import_module('tools.dev.lint')"),
    ],
)
def test_a_wrong_arrow_is_seen(name: str, code: str) -> None:
    assert _wrong_arrows(name, ast.parse(code)) != []


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("tarokk_club/club/hand/views/entry.py", "from ..forms import hand_form"),
        ("tarokk_club/club/hand/views/entry.py", "from ...session.usecases import entries"),
        ("tarokk_club/club/audit/queries/money.py", "from ...money.queries import money_book"),
        ("tarokk_club/club/money/queries/bank.py", "from ...models import Club"),
    ],
)
def test_a_right_arrow_is_not_blamed(name: str, code: str) -> None:
    assert _wrong_arrows(name, ast.parse(code)) == []
