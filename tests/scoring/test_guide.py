"""The rules in words: every option, every value, and a rule for every line that is booked."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.answer import ENGLISH, replay_document
from scoring.core import guide
from scoring.core.game import Game
from scoring.core.options import list_options
from scoring.core.translation_marks import render
from scoring.document import read_head
from scoring.games import GAMES
from support.catalogue import row
from support.example_counts import count_examples
from support.rule_values import variants
from support.strategies.sessions import evenings

EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.json"))
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


def sentences(game: Game[Any, Any], rules: Any) -> tuple[str, ...]:
    """All that is told under these rules."""
    topics = game.guide(rules)
    return tuple(
        render(ENGLISH, rule.code, rule.values) for topic in topics for rule in topic.rules
    )


def explained(game: Game[Any, Any], rules: Any) -> set[str]:
    """The items of lines that some topic explains."""
    return {item for topic in game.guide(rules) for item in topic.items}


@each_game
def test_every_option_is_explained_in_the_guide(game: Game[Any, Any]) -> None:
    told = {rule.option for topic in game.guide(game.rules()) for rule in topic.rules}

    assert {item.name for item in list_options(game.rules)} <= told


@each_game
def test_every_value_of_an_option_changes_the_guide(game: Game[Any, Any]) -> None:
    silent = []
    for item, rules in variants(game):
        told = {sentences(game, one) for one in rules}
        if len(told) < len(rules):
            silent.append(item.name)

    assert silent == []


def test_every_sentence_of_the_rules_is_in_the_guide() -> None:
    told = {
        rule.code
        for game in GAMES.values()
        for _item, all_rules in variants(game)
        for rules in all_rules
        for topic in game.guide(rules)
        for rule in topic.rules
    }
    written = {code for code in ENGLISH.sentences if code.startswith("rule.") or ".rule." in code}

    assert written - told == set()
    assert guide.SENTENCES.keys() <= told


@each_game
def test_no_two_topics_have_one_key_or_explain_one_item(game: Game[Any, Any]) -> None:
    for _item, all_rules in variants(game):
        for rules in all_rules:
            topics = game.guide(rules)
            items = [item for topic in topics for item in topic.items]
            assert len({topic.key for topic in topics}) == len(topics)
            assert len(set(items)) == len(items)
            assert all(ENGLISH.term(topic.term) for topic in topics)


@each_game
def test_every_figure_of_a_game_has_a_rule(game: Game[Any, Any]) -> None:
    figures = set(game.figures) - {"eight", "nine"}

    assert figures <= explained(game, game.rules())


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_line_of_the_examples_has_a_rule(path: Path) -> None:
    head = read_head(json.loads(path.read_text("utf-8"))["document"])
    booked = {line.item for step in replay_document(head) for line in step.lines}

    assert booked
    assert booked - explained(head.game, head.rules) == set()


@each_game
@settings(max_examples=count_examples(40), suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_every_line_of_the_battery_has_a_rule(game: Game[Any, Any], data: st.DataObject) -> None:
    played = data.draw(evenings(game))
    booked = {line.item for step in played for line in step.lines}

    assert booked - explained(game, played[0].before.rules) == set()


# What no score depends on, by the code of its rule.
HUNGARIAN = (
    *("hu.rule.trull_holder", "hu.rule.called_which", "hu.rule.called_discard"),
    *("hu.rule.count_exact", "hu.rule.count_alone", "hu.rule.partner_speaks"),
    *("hu.rule.official_kontra", "hu.rule.which_side", "hu.rule.one_turn"),
)
ARGUED = {
    **dict.fromkeys(("paskievics", "illustrated", "magas", "zebi"), HUNGARIAN),
    "danish": (
        *("da.rule.minor_such_as", "da.rule.major_such_as", "da.rule.irrecoverable_such_as"),
        *("da.rule.fine_none", "da.rule.no_trumps", "da.rule.fool"),
    ),
    "romanian": ("ro.rule.duty_taroace", "ro.rule.duty_equal"),
}


@row("S97")
@pytest.mark.parametrize("key", ARGUED)
def test_frequently_disputed_rules_are_in_the_guide(key: str) -> None:
    game = GAMES[key]
    told = {rule.code for topic in game.guide(game.rules()) for rule in topic.rules}
    assert told >= {*ARGUED[key]}
