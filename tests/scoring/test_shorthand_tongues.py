"""The shorthand in four languages: each reads its own lines, and English ones."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.core.events import read_event, serialize_event
from scoring.core.grammar import Word
from scoring.core.nicknames import Nicknames
from scoring.core.shorthand_languages import (
    LETTERS,
    WORDS,
    list_reserved_words_in_all_languages,
    translate_line_kinds,
)
from scoring.core.shorthand_read import read_line
from scoring.core.shorthand_write import format_line
from scoring.games import GAMES
from support.catalogue import row
from support.example_counts import count_examples
from support.strategies.sessions import NAMES, hands, tables

EXAMPLES = sorted((Path(__file__).parent / "examples").glob("*.json"))
LANGUAGES = ("en", *WORDS)
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
each_language = pytest.mark.parametrize("language", LANGUAGES)
quick = settings(
    max_examples=count_examples(12), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def nicknames(game: Any, people: tuple[str, ...] = NAMES) -> Nicknames:
    named = dict(zip(people, people, strict=True))
    return Nicknames(named, {"Zoli": "Zoli"}, list_reserved_words_in_all_languages(game.shorthand))


@row("U30")
@pytest.mark.parametrize("language", WORDS)
@each_game
@quick
@given(data=st.data())
def test_every_hand_survives_its_line_in_every_language(
    game: Any, language: str, data: st.DataObject
) -> None:
    table = data.draw(tables(game))
    raw = serialize_event(game, read_event(game, data.draw(hands(table, game))))
    names, heads = nicknames(game), translate_line_kinds(game.shorthand, language)

    line, english = format_line(heads, raw, names), format_line(game.shorthand, raw, names)

    for one in (line, english):
        found = read_line(heads, one, names)
        assert found.faults == []
        assert found.raw == raw


@each_language
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_survives_as_a_sheet_of_every_language(path: Path, language: str) -> None:
    document = json.loads(path.read_text("utf-8"))["document"]
    game = GAMES[document["game"]]
    heads, names = (
        translate_line_kinds(game.shorthand, language),
        nicknames(game, people_of(document)),
    )
    for event in document["events"]:
        raw = serialize_event(game, read_event(game, event))
        for line in (format_line(heads, raw, names), format_line(game.shorthand, raw, names)):
            assert read_line(heads, line, names).raw == raw, line


def people_of(document: dict[str, Any]) -> tuple[str, ...]:
    """Who sat from the first deal, and who came later."""
    came = (one["player"] for one in document["events"] if one["type"] == "join")
    return tuple(dict.fromkeys((*document["players"], *came)))


@each_game
@pytest.mark.parametrize("language", WORDS)
def test_no_spelling_has_two_meanings(game: Any, language: str) -> None:
    for head in translate_line_kinds(game.shorthand, language):
        for one, other in combinations(head.words, 2):
            if shape_of(one) == shape_of(other):
                assert not spellings(one) & spellings(other), (one, other)


def spellings(word: Word) -> set[str]:
    return {one for one in (word.code, word.alias, *word.also) if one is not None}


def shape_of(word: Word) -> tuple[bool, ...]:
    """Which parts the word needs: words of another shape are told apart by them."""
    parts = (word.number, word.suit, word.player, word.other, word.sign, word.name)
    return tuple(part is not None for part in parts)


@pytest.mark.parametrize("language", WORDS)
def test_every_word_of_a_language_is_one_of_the_shorthand(language: str) -> None:
    known = {code for game in GAMES.values() for head in game.shorthand for code in _codes(head)}
    ranked = {code.rpartition("_")[0] for code in known}

    assert {code for code in WORDS[language] if code not in known | ranked} == set()
    assert set(LETTERS[language].values()) == {"hearts", "diamonds", "clubs", "spades"}


def _codes(head: Any) -> set[str]:
    places = {code for place in head.places for code in getattr(place, "codes", ())}
    return {head.code, *places, *(word.code.removeprefix("!") for word in head.words)}


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "A 3 B won !ku.h:C- tr+"),
        ("hu", "A 3 B nyert !ku.k:C- tr+"),
        ("da", "A 3 B vundet !ku.h:C- tr+"),
        ("ro", "A 3 B câștigat !ku.i:C- tr+"),
    ],
)
def test_a_hand_reads_as_its_players_speak(language: str, line: str) -> None:
    game = GAMES["illustrated"]
    names = nicknames(game, ("Anna", "Béla", "Csaba", "Dóra"))
    english = "A 3 B won !ku.h:C- tr+"
    raw = read_line(game.shorthand, english, names).raw

    assert format_line(translate_line_kinds(game.shorthand, language), raw, names) == line
    assert read_line(translate_line_kinds(game.shorthand, language), english, names).raw == raw


def test_a_gross_fault_is_no_english_word_on_a_danish_sheet() -> None:
    game = GAMES["danish"]
    names = nicknames(game, ("Anna", "Bo", "Carl"))
    raw = {"type": "fine", "player": "Anna", "severity": "irrecoverable"}

    assert (
        format_line(translate_line_kinds(game.shorthand, "da"), raw, names) == "bod A uoprettelig"
    )


def test_accents_and_capitals_of_a_word_do_not_matter() -> None:
    game = GAMES["paskievics"]
    heads, names = translate_line_kinds(game.shorthand, "hu"), nicknames(game)

    assert read_line(heads, "VEGE", names).raw == {"type": "end"}
    assert read_line(heads, "vége", names).raw == {"type": "end"}


def test_a_language_without_words_of_its_own_writes_english() -> None:
    heads = GAMES["taper"].shorthand

    assert translate_line_kinds(heads, "fi") is heads
