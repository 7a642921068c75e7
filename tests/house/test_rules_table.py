"""The table of rules names tests that exist; every registered game has all that a game must."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from json import loads
from typing import Any

from scoring.core import explain
from scoring.core.game import Game
from scoring.core.options import FLAG, option, options_of
from scoring.games import GAMES
from scoring.games.paskievics import PASKIEVICS
from support.source import ROOT
from tarokk_club.club.base.labels import GAME_NAMES, NATIVE
from tarokk_club.club.hand.forms import ENTRY_GAMES, NOT_OFFERED
from tools.demo.evening import DEALS
from tools.demo.seasons import RULES, STAKES

TABLE = ROOT / "scoring" / "RULES.md"
TESTS = ROOT / "tests" / "scoring"
PAPER = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
LISTED = PAPER.partition("## What every game has")[2].partition("\n## ")[0]
FILES = re.findall(r"`([^`]*<game>[^`]*)`", LISTED)
REGISTRIES: Mapping[str, Mapping[str, Any]] = {
    "GAMES": GAMES,
    "ENTRY_GAMES": ENTRY_GAMES,
    "GAME_NAMES": GAME_NAMES,
    "NATIVE": NATIVE,
    "DEALS": DEALS,
    "RULES": RULES,
    "STAKES": STAKES,
}


def _rows() -> list[list[str]]:
    lines = TABLE.read_text("utf-8").splitlines()
    rows = [line.strip("|").split("|") for line in lines if line.startswith("| ")]
    return [[cell.strip() for cell in row] for row in rows[1:]]


def test_every_named_test_exists() -> None:
    missing = []
    for row in _rows():
        module = ""
        # A row that moves no points has no test, and says so in its last column.
        if row[3] == "-":
            assert row[4].startswith("deliberately")
            continue
        for part in row[3].split(", "):
            name, _, test = part.partition("::")
            module = name.partition("[")[0] or module
            text = (TESTS / module).read_text("utf-8")
            if test and not re.search(rf"^def {re.escape(test.partition('[')[0])}\(", text, re.M):
                missing.append(part)
    assert missing == []


def missing(game: Game) -> set[str]:
    """What a game lacks of all that the paper on adding one asks for."""
    return {*_files(game), *_registries(game), *_rules(game), *_terms(game)}


def _files(game: Game) -> Iterator[str]:
    for pattern in FILES:
        if not list(ROOT.glob(pattern.replace("<game>", game.key))):
            yield pattern
    for path in TESTS.glob(f"examples/{game.key}-*.json"):
        document = loads(path.read_text("utf-8"))
        if not (document["about"] and document["expect"]["hands"]):
            yield f"source and answers of {path.stem}"
    strategies = ROOT / "tests" / "support" / "strategies" / f"{game.key}.py"
    if not strategies.exists() or "\ndef hands(" not in strategies.read_text("utf-8"):
        yield "hands(table)"
    if f"docs/pictures/entry-{game.key}.png" not in (ROOT / "README.md").read_text("utf-8"):
        yield "picture in the README"


def _registries(game: Game) -> Iterator[str]:
    yield from (name for name, known in REGISTRIES.items() if game.key not in known)
    form = ENTRY_GAMES.get(game.key)
    if form is None or not (ROOT / "templates" / form.template).exists():
        yield "template"
    if form is None or not (ROOT / "tarokk_club/club/static" / form.style).exists():
        yield "style"


def _rules(game: Game) -> Iterator[str]:
    sections = {row[0] for row in _rows() if game.key in row[1].split(", ")}
    if not sections - {"6"}:
        yield "rows in RULES.md"
    if "6" not in sections:
        yield "rows of section 6"
    named = " ".join(row[2] for row in _rows())
    if not all(re.search(rf"\b{one.name}\b", named) for one in options_of(game.rules)):
        yield "rows of its options"


def _terms(game: Game) -> Iterator[str]:
    terms = {**explain.TERMS, **game.terms}
    if not game.figures or not all(terms.get(key) for key in game.figures.values()):
        yield "terms of its figures"


def test_every_offered_game_has_all_that_a_game_must() -> None:
    lacks = {key: missing(GAMES[key]) for key in ENTRY_GAMES}
    assert lacks == {key: set() for key in ENTRY_GAMES}


# What only a game needs whose hands can be entered.
TO_BE_ENTERED = {
    *(name for name in FILES if not name.startswith(("scoring/", "tests/s"))),
    *("ENTRY_GAMES", "DEALS", "RULES", "STAKES", "template", "style", "picture in the README"),
}


def test_a_game_that_is_only_scored_has_all_but_its_form() -> None:
    assert {*ENTRY_GAMES, *NOT_OFFERED} == set(GAMES)
    assert set(ENTRY_GAMES) & set(NOT_OFFERED) == set()
    lacks = {key: missing(GAMES[key]) - TO_BE_ENTERED for key in NOT_OFFERED}
    assert lacks == {key: set() for key in NOT_OFFERED}


@dataclass(frozen=True, slots=True)
class GhostRules:
    """House rules that nobody has written down."""

    haunted: bool = option(FLAG, True, "It walks at night.", "nobody")


def test_a_game_that_is_only_registered_lacks_everything() -> None:
    ghost = replace(PASKIEVICS, key="ghost", rules=GhostRules, figures={"boo": "fig.boo"})

    assert missing(ghost) == {
        *FILES,
        *REGISTRIES,
        *("hands(table)", "picture in the README", "template", "style"),
        *("rows in RULES.md", "rows of section 6", "rows of its options", "terms of its figures"),
    }


def test_the_paper_names_all_that_is_asked_for() -> None:
    assert len(FILES) == 9
    assert [name for name in REGISTRIES if f"`{name}`" not in LISTED] == []


def test_no_two_games_give_one_key_different_words() -> None:
    words: dict[str, set[str]] = {}
    for game in GAMES.values():
        for key, text in [*game.sentences.items(), *game.terms.items()]:
            words.setdefault(key, set()).add(text)
    for key, text in [*explain.SENTENCES.items(), *explain.TERMS.items()]:
        words.setdefault(key, set()).add(text)

    assert {key: texts for key, texts in words.items() if len(texts) > 1} == {}
