"""Marking English sentences and terms for translation, and filling in their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol

from scoring.core.own_figures import OWN_PREFIX
from scoring.core.posting import Line

PLAYER_VALUES = frozenset(
    {"player", "by", "victim", "declarer", "partner", "dealer", "next_dealer", "expected_player"}
)
# The key of the value that holds the name of the doubled round.
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
    """Return the text unchanged, marked for the extraction of translations.

    Source: docs/adr/0004-sentences-are-codes.md.
    """
    return text


def NC_(context: str, text: str) -> str:  # noqa: N802 - the name that extraction tools know
    """Return the text unchanged, marked with the context in which it is translated.

    Source: docs/adr/0004-sentences-are-codes.md.
    """
    del context
    return text


@dataclass(frozen=True, slots=True)
class Phrase:
    """A sentence inside another sentence, as its code and values.

    Source: docs/adr/0004-sentences-are-codes.md.
    """

    code: str
    values: Mapping[str, Any]


class Words(Protocol):
    """The words of a language and the names of the players.

    sentence: returns the template of a code, with %(name)s places.
    term: returns the word for the key of a term.
    name: returns the name of a player by id.

    Source: docs/adr/0004-sentences-are-codes.md.
    """

    def sentence(self, code: str) -> str: ...

    def term(self, key: str) -> str: ...

    def name(self, player: str) -> str: ...


@lru_cache(maxsize=1024)
def format_product(numbers: tuple[int, ...], round_name: str = "") -> str:
    """Return a product written out, without factors of 1 after the first number.

    round_name: name of the doubled round that the last number stands for, if there is one.

    Cached, because the lines of a session repeat a few products.

    >>> format_product((10, 2, 2))
    '10 × 2 × 2 = 40'
    >>> format_product((3, 1))
    '3'
    >>> format_product((3, 1, 4), "doubled round")
    '3 × 4 (doubled round) = 12'

    Source: docs/adr/0018-scoring-core.md, "Every point explained".
    """
    first, *others = numbers
    factors = [number for number in others if number != 1]
    if not factors:
        return str(first)
    total = first
    for number in factors:
        total *= number
    named = f" ({round_name})" if round_name else ""
    return " × ".join(map(str, [first, *factors])) + f"{named} = {total}"


def name_multiplier(lines: Iterable[Line], multiplier: int, term: str) -> list[Line]:
    """Return the lines; if the hand is multiplied, each product shows the name of that factor.

    term: key of the name.

    Source: docs/adr/0018-scoring-core.md, "Every point explained".
    """
    if multiplier == 1:
        return list(lines)
    return [
        line._replace(values={**line.values, ROUND: term}) if "sum" in line.values else line
        for line in lines
    ]


def render(words: Words, code: str, values: Mapping[str, Any]) -> str:
    """Return the sentence of `code` with its values filled in.

    Players appear by name, terms and phrases in the reader's language, and products written out;
    any other value is inserted unchanged.

    Source: docs/adr/0004-sentences-are-codes.md.
    """
    template = words.sentence(code)
    if not values:
        return template
    formatted = {**values}
    for key, value in values.items():
        # Most values are whole numbers, which need no words.
        if type(value) is not int:
            formatted[key] = _format_value(words, key, value, values)
    return template % formatted


def _format_value(words: Words, key: str, value: Any, values: Mapping[str, Any]) -> Any:
    """Return the value at `key` as it appears in the sentence, by its type and then its key."""
    if isinstance(value, str):
        if key in PLAYER_VALUES:
            return words.name(value)
        return _find_term(words, value, values) if key in TERM_VALUES else value
    if isinstance(value, list | tuple):
        round_name = _find_term(words, values[ROUND], values) if ROUND in values else ""
        return format_product(tuple(value), round_name)
    return render(words, value.code, value.values) if isinstance(value, Phrase) else value


def _find_term(words: Words, key: str, values: Mapping[str, Any]) -> str:
    """Return a term in the reader's language, or the key if it is not a term."""
    if key.startswith(OWN_PREFIX):
        # A club figure keeps the name its members typed, in every language.
        return str(values.get("own", key.removeprefix(OWN_PREFIX)))
    try:
        return words.term(key)
    except KeyError:
        return key
