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
    "values",
    "models",
    "names",
    "charts",
    "tables",
    "formatting",
    "writing",
    "pages",
    "people",
    "session",
    "hand",
    "confirmations",
    "sheet",
    "paper",
    "rules",
    "money",
    "finale",
    "kitty",
    "seasons",
    "statistics",
    "tournaments",
    "registration",
    "rankings",
    "calendar",
    "webhooks",
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
# Modules of pages that only a view may use, as they answer requests.
ANSWERING = {"files", "link_pages", "loaders", "polling", "responses"}
# Packages of the site from below; each may use only those before it, and those beside it.
PACKAGES = (
    {"env", "network", "system"},
    {"database"},
    {"http"},
    {"club.values"},
    {"club.models"},
    {"accounts"},
    {"club"},
    {"wsgi", "rsgi"},
    {"serving"},
)
# These put everything together, and nothing of the site imports them.
COMPOSED = {"settings", "urls", "__main__", "club.management", "club.urls"}
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
    wrong += [
        f"{name}:{line} {_package(source)} -> {_package(to)}"
        for line, to in targets
        if not _may_use(_package(source), _package(to))
    ]
    if source.startswith(CLUB):
        wrong += [f"{name}:{line} {why}" for line, to in targets for why in _wrong(source, to)]
    return wrong


def _package(dotted: str) -> str:
    """The package of PACKAGES or COMPOSED that a module of the site belongs to, else ""."""
    parts = dotted.split(".")
    if parts[0] != "tarokk_club" or len(parts) < 2:
        return ""
    named = {*COMPOSED, *(name for level in PACKAGES for name in level)}
    inner = ".".join(parts[1:3])
    return inner if inner in named else parts[1]


def _may_use(package: str, other: str) -> bool:
    levels = {name: number for number, level in enumerate(PACKAGES) for name in level}
    if package in COMPOSED or package not in levels or other not in levels:
        return other not in COMPOSED or package in COMPOSED or package not in levels
    return levels[other] <= levels[package]


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
    if floor in FLOORS and floor != "views" and other == "pages" and set(leaf) & ANSWERING:
        found.append(f"{floor} -> what answers requests")
    return found


def _may_enter(room: str, other: str) -> bool:
    if room in ON_TOP or room == other:
        return True
    if room in ACROSS:
        return other not in ON_TOP
    return other in ROOMS and ROOMS.index(other) < ROOMS.index(room)


def _place(dotted: str) -> tuple[str, str]:
    """Room and floor of a module of the club; "" for what is no module of it."""
    if not dotted.startswith(CLUB):
        return "", ""
    parts = dotted.removeprefix(CLUB).split(".")
    if parts[0] not in {*ROOMS, *ACROSS, *ON_TOP}:
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


def test_every_import_follows_the_layers() -> None:
    wrong = [one for name, tree in modules().items() for one in _wrong_arrows(name, tree)]

    assert wrong == []


def test_models_import_no_layer_of_a_room() -> None:
    wrong = []
    for name, tree in modules().items():
        if name.startswith("tarokk_club/club/models/"):
            wrong += [(name, to) for _, to in imports(name, tree) if _place(to)[1]]

    assert wrong == []


def test_the_draws_of_tournaments_know_no_database() -> None:
    draw, values = f"{CLUB}tournaments.draw", f"{CLUB}values"
    wrong = [
        (name, target)
        for name, tree in modules().items()
        if name.startswith("tarokk_club/club/tournaments/draw/")
        for _, target in imports(name, tree)
        if not target.startswith((draw, values))
        and target.split(".")[0] not in sys.stdlib_module_names
    ]

    assert wrong == []


def test_every_folder_of_the_club_is_a_room_of_the_table() -> None:
    folders = {
        name.split("/")[2]
        for name in modules()
        if name.startswith("tarokk_club/club/") and name.count("/") > 2
    }

    layers = {"exports", "forms", "queries", "usecases", "views"}
    assert folders - {*ROOMS, *ACROSS, *ON_TOP} - layers == set()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("scoring/core/table.py", "from scoring.games import GAMES"),
        ("scoring/core/table.py", "def late():\n    import django"),
        ("scoring/games/danish/score.py", "from ...ledger import money"),
        ("scoring/ledger/money.py", "from scoring import games"),
        (
            "tarokk_club/club/session/queries/rows/entry_rows.py",
            "from tarokk_club.club.money import iban",
        ),
        ("tarokk_club/club/money/forms.py", "from tarokk_club.club.audit.queries import findings"),
        (
            "tarokk_club/club/formatting/sentences.py",
            "from tarokk_club.club.people.queries import clubs",
        ),
        ("tarokk_club/club/people/queries/clubs.py", "from ..usecases import found_club"),
        ("tarokk_club/club/people/forms/members.py", "from ..queries import members"),
        ("tarokk_club/club/hand/usecases.py", "from ..pages import loaders"),
        ("tarokk_club/club/hand/views/entry.py", "def late():\n    from ...sheet import fragments"),
        ("tarokk_club/serving/health.py", "import_module('tools.dev.lint')"),
        ("tarokk_club/database/sqlite.py", "from tarokk_club.http import logs"),
        ("tarokk_club/http/logs.py", "from tarokk_club.club.models import Club"),
        ("tarokk_club/club/models/people.py", "from tarokk_club.club.names import collation"),
        ("tarokk_club/club/values/days.py", "from tarokk_club.club.models import Club"),
        ("tarokk_club/accounts/sign_in.py", "from tarokk_club.club.pages import loaders"),
        ("tarokk_club/club/audit/signals.py", "from tarokk_club.serving import health"),
        ("tarokk_club/club/money/views.py", "from tarokk_club import settings"),
    ],
)
def test_detects_a_forbidden_import(name: str, code: str) -> None:
    assert _wrong_arrows(name, ast.parse(code)) != []


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("tarokk_club/club/hand/views/entry.py", "from ..forms import hand_form"),
        ("tarokk_club/club/hand/views/entry.py", "from ...session.usecases import entries"),
        (
            "tarokk_club/club/audit/queries/money.py",
            "from ...money.queries.balances import balance_sums",
        ),
        ("tarokk_club/club/money/queries/bank/bank_transfers.py", "from ....models import Club"),
    ],
)
def test_accepts_an_allowed_import(name: str, code: str) -> None:
    assert _wrong_arrows(name, ast.parse(code)) == []
