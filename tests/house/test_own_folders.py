"""Only the files of a game name it, so adding a game touches only its own folders."""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest

from scoring.core.game import AnyGame
from scoring.core.game_info_types import GAME
from scoring.core.options import Option, list_options
from scoring.games import GAMES
from support.source import ROOT, files, modules

# What is a game's own: its scoring, its form, its fields and its style, and what a family shares.
OWN = (
    "scoring/games/{key}/*.py",
    "tarokk_club/club/hand/forms/{key}/*.py",
    "templates/club/hand/entry/{key}/*.html",
    "tarokk_club/club/static/club/hand/entry-{key}.css",
)
FAMILIES = (
    "tarokk_club/club/hand/forms/hungarian/__init__.py",
    "tarokk_club/club/hand/forms/hungarian/announcement_slots.py",
    "tarokk_club/club/hand/forms/hungarian/calls.py",
    "tarokk_club/club/hand/forms/hungarian/figures.py",
)
# What serves the site and its pages; the demonstration and the tools choose among the games.
SITE = ("scoring/", "tarokk_club/", "templates/")
NOT_THE_SITE = ("tarokk_club/locale/",)
SUFFIXES = {".py", ".html", ".css", ".js"}
# Words of single games that a module of the site once knew; what many games or pages use is none.
COMMON = {"played", "declarer", "partner", "by", "from", "player", "outcome", "count", GAME}


def own_files(key: str) -> set[str]:
    """The files of a game, from the top of the project."""
    found = (path for pattern in OWN for path in ROOT.glob(pattern.format(key=key)))
    return {str(path.relative_to(ROOT)) for path in found}


def naming(key: str) -> set[str]:
    """Every file of the site that names the game, comments and sentences apart."""
    word = re.compile(rf"(['\"./]|games\.|import ){key}(['\"./ ]|$)", re.MULTILINE)
    named = {name: text for name, text in _site().items() if key in text}
    return {name for name, text in named.items() if word.search(_without_docs(name, text))}


@functools.cache
def _site() -> dict[str, str]:
    """By their names, the texts of the site."""
    return dict(_texts())


def _texts() -> Iterator[tuple[str, str]]:
    for path in files():
        name = str(path.relative_to(ROOT))
        left_out = name.startswith(NOT_THE_SITE) or "migrations" in path.parts
        if path.suffix in SUFFIXES and name.startswith(SITE) and not left_out:
            yield name, path.read_text("utf-8")


@functools.cache
def _without_docs(name: str, text: str) -> str:
    """Return the source without comments and docstrings."""
    if not name.endswith(".py"):
        return text
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(
            node
        ):
            node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(tree)


def _belongs(name: str) -> bool:
    owned = (PurePosixPath(name).match(one.format(key=key)) for key in GAMES for one in OWN)
    return name in FAMILIES or any(owned)


@pytest.mark.parametrize("key", GAMES)
def test_only_its_own_and_its_familys_files_name_a_game(key: str) -> None:
    assert {name for name in naming(key) if not _belongs(name)} == set()


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.info.offered])
def test_the_files_of_a_game_are_counted(key: str) -> None:
    found = own_files(key)

    rooms = {name.split("/")[0] for name in found}
    assert f"scoring/games/{key}/__init__.py" in found
    assert f"tarokk_club/club/hand/forms/{key}/form.py" in found
    assert rooms <= {"scoring", "tarokk_club", "templates"}


def test_detects_a_game_named_elsewhere() -> None:
    assert naming("ghost") == set()
    text = _without_docs("queries/x.py", '"""The taper."""\nif key == "taper":\n    pass\n')
    assert "'taper'" in text and "The taper" not in text


def words_of_single_games() -> set[str]:
    """Outcomes, figures, bids, pots and severities, as the games have them."""
    found: set[str] = set()
    for game in GAMES.values():
        info = game.info
        found |= {*info.endings, *game.figures, *info.pots, *info.pot_items, *info.fines}
        found |= {*info.bidding.terms} if info.bidding else set()
        found |= {*info.people.keys, *info.people.maps, *info.people.pairs}
    return found - COMMON


# Words that are the site's own as well: a kind of trophy, a word of English.
ELSEWHERE = {
    "volat",
    "nine",
    "king",
    "pot",
    "pool",
    "one",
    "two",
    "three",
    "minor",
    "major",
    "nolo",
}


def test_no_module_of_the_site_knows_a_word_of_a_single_game() -> None:
    words = words_of_single_games() - ELSEWHERE
    found = []
    for name, tree in modules().items():
        if not name.startswith("tarokk_club/club/") or _belongs(name):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and node.value in words:
                found.append(f"{name}:{node.lineno} {node.value}")
    assert found == []


def test_no_module_probes_a_record_with_getattr() -> None:
    asked = []
    for name, tree in modules().items():
        if not name.startswith("tarokk_club/club/"):
            continue
        for node in ast.walk(tree):
            called = isinstance(node, ast.Call) and ast.unparse(node.func) == "getattr"
            if isinstance(node, ast.Call) and called and "record" in ast.unparse(node):
                asked.append(f"{name}:{node.lineno}")
    assert asked == []


def test_game_contract_is_fully_typed() -> None:
    contract = modules()["scoring/core/game.py"]
    untyped = [
        node for node in ast.walk(contract) if isinstance(node, ast.Name) and node.id == "Any"
    ]
    bases = {
        node.name: [ast.unparse(base) for base in node.bases]
        for node in contract.body
        if isinstance(node, ast.ClassDef)
    }

    assert untyped == []
    assert bases["Game"] == ["Generic[Rules, Record]"]


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_every_game_has_words_for_its_terms(game: AnyGame) -> None:
    info = game.info
    choices = {f"{one.name}.{word}" for one in _choices(game) for word in one.choices}

    assert {f"ending.{outcome}" for outcome in info.endings} - {"ending.played"} <= {*game.terms}
    assert {f"pot.{pot}" for pot in info.pots} <= {*game.terms}
    assert choices <= {*info.choices}
    assert {*game.presets} <= {*info.presets}
    assert {*info.feats} <= {*game.figures} and info.plain <= {*game.figures}
    assert bool(info.fines) == (game.fine is not None)


def _choices(game: AnyGame) -> list[Option]:
    return [one for one in list_options(game.rules) if one.kind == "choice"]
