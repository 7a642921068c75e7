"""Every registered game has all that a game must, its rows in the rulebook among it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from json import loads
from typing import Any

from scoring.core import sentences
from scoring.core.game import Game
from scoring.core.options import FLAG, define_option, list_options
from scoring.games import GAMES
from support.papers import rulebook
from support.source import ROOT
from tarokk_club.club.hand.forms import ENTRY_GAMES
from tools.demo.evening import DEALS

TESTS = ROOT / "tests" / "scoring"
ENTRY_PAGE = ROOT / "docs" / "how-to" / "secretary" / "enter-a-hand.md"
PAPER = (ROOT / "docs" / "how-to" / "developer" / "add-a-game.md").read_text("utf-8")
LISTED = PAPER.partition("## What every game has")[2].partition("\n## ")[0]
FILES = re.findall(r"`([^`]*<game>[^`]*)`", LISTED)
REGISTRIES: Mapping[str, Mapping[str, Any]] = {
    "GAMES": GAMES,
    "ENTRY_GAMES": ENTRY_GAMES,
    "DEALS": DEALS,
}


def missing(game: Game[Any, Any]) -> set[str]:
    """Return what a game lacks of the requirements in the guide on adding one."""
    return {*_files(game), *_registries(game), *_rules(game), *_terms(game)}


def _files(game: Game[Any, Any]) -> Iterator[str]:
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
    if f"pictures/entry-{game.key}.png" not in ENTRY_PAGE.read_text("utf-8"):
        yield "picture on the page about entering a hand"


def _registries(game: Game[Any, Any]) -> Iterator[str]:
    yield from (name for name, known in REGISTRIES.items() if game.key not in known)
    form = ENTRY_GAMES.get(game.key)
    if form is None or not (ROOT / "templates" / form.template).exists():
        yield "template"
    if form is None or not (ROOT / "tarokk_club/club/static" / form.style).exists():
        yield "style"


def _rules(game: Game[Any, Any]) -> Iterator[str]:
    mine = [row for row in rulebook() if game.key in row[1].split(", ")]
    refused = [row for row in mine if row[0].startswith("no-")]
    if len(mine) == len(refused):
        yield "rows in RULEBOOK.md"
    if not refused:
        yield "rows of section 6"
    named = " ".join(row[2] for row in mine)
    if not all(f"`{one.name}`" in named for one in list_options(game.rules)):
        yield "rows of its options"


def _terms(game: Game[Any, Any]) -> Iterator[str]:
    terms = {**sentences.TERMS, **game.terms}
    if not game.figures or not all(terms.get(key) for key in game.figures.values()):
        yield "terms of its figures"


def test_every_offered_game_has_all_that_a_game_must() -> None:
    lacks = {key: missing(GAMES[key]) for key in ENTRY_GAMES}
    assert lacks == {key: set() for key in ENTRY_GAMES}


# What only a game needs whose hands can be entered.
TO_BE_ENTERED = {
    *(name for name in FILES if not name.startswith(("scoring/", "tests/s"))),
    *("ENTRY_GAMES", "DEALS", "template", "style", "picture on the page about entering a hand"),
}


def test_a_game_that_is_only_scored_has_all_but_its_form() -> None:
    waiting = {key: game for key, game in GAMES.items() if not game.info.offered}
    assert {*ENTRY_GAMES} == {*GAMES} - {*waiting}
    lacks = {key: missing(game) - TO_BE_ENTERED for key, game in waiting.items()}
    assert lacks == {key: set() for key in waiting}


@dataclass(frozen=True, slots=True)
class GhostRules:
    """House rules that nobody has written down."""

    haunted: bool = define_option(FLAG, True, "It walks at night.", "nobody")


def test_reports_all_missing_parts_of_a_game_that_is_only_registered() -> None:
    ghost = replace(GAMES["paskievics"], key="ghost", rules=GhostRules, figures={"boo": "fig.boo"})

    assert missing(ghost) == {
        *FILES,
        *REGISTRIES,
        *("hands(table)", "picture on the page about entering a hand", "template", "style"),
        *("rows in RULEBOOK.md", "rows of section 6", "rows of its options"),
        "terms of its figures",
    }


def test_paper_lists_every_question() -> None:
    assert len(FILES) == 9
    assert [name for name in REGISTRIES if f"`{name}`" not in LISTED] == []


def test_no_two_games_give_one_key_different_words() -> None:
    words: dict[str, set[str]] = {}
    for game in GAMES.values():
        for key, text in [*game.sentences.items(), *game.terms.items()]:
            words.setdefault(key, set()).add(text)
    for key, text in [*sentences.SENTENCES.items(), *sentences.TERMS.items()]:
        words.setdefault(key, set()).add(text)

    assert {key: texts for key, texts in words.items() if len(texts) > 1} == {}
