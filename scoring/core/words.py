"""Marking whole English sentences and terms for translation, and putting values into them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from scoring.core.own_figures import OWN_PREFIX
from scoring.core.posting import Line

PLAYER_VALUES = frozenset(
    {"player", "by", "victim", "declarer", "partner", "dealer", "next_dealer", "expected_player"}
)
# The word for the round that multiplies a line.
ROUND = "round"
TERM_VALUES = frozenset(
    {
        "figure",
        "bid",
        "step",
        "card",
        "pot",
        "kind",
        "level_name",
        "suit",
        "rank",
        "contract",
        "other",
        "what",
        ROUND,
    }
)


def N_(text: str) -> str:  # noqa: N802 - the name that extraction tools know
    """The text itself; marks it for the translators' extraction.

    Source: docs/adr/0004-sentences-are-codes.md.
    """
    return text


def NC_(context: str, text: str) -> str:  # noqa: N802 - the name that extraction tools know
    """The text itself; marks it with what it is, where other languages have two words for it.

    Source: docs/adr/0004-sentences-are-codes.md.
    """
    del context
    return text


@dataclass(frozen=True, slots=True)
class Phrase:
    """A part of a sentence that is a sentence of its own: code and values.

    Source: docs/adr/0004-sentences-are-codes.md.
    """

    code: str
    values: Mapping[str, Any]


class Words(Protocol):
    """A language and the names of the players.

    sentence: template of a code, with %(name)s places; term: a word of the field by key; name: of a
    player by id.

    Source: docs/adr/0004-sentences-are-codes.md.
    """

    def sentence(self, code: str) -> str: ...

    def term(self, key: str) -> str: ...

    def name(self, player: str) -> str: ...


def factors(numbers: list[int], round_name: str = "") -> str:
    """A product as players write it, ones left out after the first number.

    round_name: what the last number is multiplied by for, where that is a doubled round.

    >>> factors([10, 2, 2])
    '10 × 2 × 2 = 40'
    >>> factors([3, 1])
    '3'
    >>> factors([3, 1, 4], "doubled round")
    '3 × 4 (doubled round) = 12'

    Source: docs/adr/0018-scoring-core.md, "Every point explained".
    """
    first, *rest = numbers
    shown = [number for number in rest if number != 1]
    if not shown:
        return str(first)
    total = first
    for number in shown:
        total *= number
    named = f" ({round_name})" if round_name else ""
    return " × ".join(map(str, [first, *shown])) + f"{named} = {total}"


def told_round(lines: Iterable[Line], multiplier: int, term: str) -> list[Line]:
    """The lines of a multiplied hand, each saying what its last factor is; term: key of the word.

    Source: docs/adr/0018-scoring-core.md, "Every point explained".
    """
    if multiplier == 1:
        return list(lines)
    return [
        replace(line, values={**line.values, ROUND: term}) if "sum" in line.values else line
        for line in lines
    ]


def render(words: Words, code: str, values: Mapping[str, Any]) -> str:
    """The sentence of `code` with its values put in.

    Players by name, terms in the language, products written out. A value that is neither a
    product nor a word of the field is put in as it is, whatever its name.

    Source: docs/adr/0004-sentences-are-codes.md.
    """
    template = words.sentence(code)
    if not values:
        return template
    return template % {key: _written(words, key, values) for key in values}


def _written(words: Words, key: str, values: Mapping[str, Any]) -> Any:
    """Return one value as the sentence writes it: its form decides, its name only where it fits."""
    value = values[key]
    if isinstance(value, Phrase):
        return render(words, value.code, value.values)
    if isinstance(value, list | tuple):
        return factors(list(value), _term(words, values[ROUND], values) if ROUND in values else "")
    if not isinstance(value, str):
        return value
    if key in PLAYER_VALUES:
        return words.name(value)
    return _term(words, value, values) if key in TERM_VALUES else value


def _term(words: Words, key: str, values: Mapping[str, Any]) -> str:
    """Return a word of the field in the reader's language, or the key where it is no such word."""
    if key.startswith(OWN_PREFIX):
        # A figure of the club itself is called as its people typed it, in every language.
        return str(values.get("own", key.removeprefix(OWN_PREFIX)))
    try:
        return words.term(key)
    except KeyError:
        return key
