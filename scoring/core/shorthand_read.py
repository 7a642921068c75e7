"""Reading shorthand lines into JSON events, by the game's kinds of lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.core.grammar import ALONE, Choice, Head, Seat, Word
from scoring.core.nicknames import Nicknames
from scoring.core.own_figures import OWN_PREFIX
from scoring.core.problem import Problem, RefusedError

# Variants from other keyboards, one character each so that columns stay the same.
_SAME = str.maketrans({"−": "-", "–": "-", "—": "-", "×": "*", "→": ">", "\t": " "})
_NUMBER = re.compile(r"\s*\d+[.)](?=\s)")
_NOTE = re.compile(r"(?:^|(?<=\s))#")
_TOKEN = re.compile(r"\[[^\]]*\]?|\S+")
_AMOUNT = re.compile(r"(\w+)=([+-]?\d+)$")
_KONTRAS = re.compile(r"\{(?:(\d{1,3}):)?([^{}:]*)\}$")
_CALL = re.compile(r"\s*(\w+):([^\s,:]+)\s*$")
_REST = re.compile(
    r"(?P<number>\d+)?(?:@(?P<name>[a-z0-9_]+))?(?:\.(?P<suit>\w))?(?::(?P<player>\w+))?(?:>(?P<other>\w+))?"
    r"(?:\*(?P<times>\d))?(?P<sign>[-+~])?$"
)
_PARTS = ("number", "name", "suit", "player", "other", "times", "sign")
_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault at a column (from 1) of a line. Source: docs/reference/shorthand.md."""

    column: int
    problem: Problem


@dataclass(slots=True)
class ParsedLine:
    """A shorthand line as read.

    end: column after the last character.
    raw: the event as JSON with player ids.
    faults: faults found while reading the line.
    places: key of the record to the column where it is set.

    Source: docs/reference/shorthand.md.
    """

    end: int
    raw: dict[str, Any] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)

    def column(self, key: str) -> int:
        """Return the column that sets `key` or its nearest parent, else the end of the line.

        Source: docs/reference/shorthand.md.
        """
        while key:
            if key in self.places:
                return self.places[key]
            key = key.rpartition(".")[0]
        return self.end

    def refuse(self, column: int, code: str, **values: Any) -> None:
        """Add a fault at `column`. Source: docs/adr/0018-scoring-core.md, "Faults are values"."""
        self.faults.append(Fault(column, Problem(code, "", values)))


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    column: int


def is_empty(line: str) -> bool:
    """Return whether a line is blank or only a comment after `#`.

    Source: docs/reference/shorthand.md, "Signs".
    """
    return not line.strip() or line.lstrip().startswith("#")


def reserved_words(heads: tuple[Head, ...]) -> frozenset[str]:
    """Return the first words of all kinds of lines, which are not allowed as short names.

    Source: docs/reference/shorthand.md.
    """
    return frozenset(code for head in heads for code in head.codes)


def read_line(heads: tuple[Head, ...], text: str, names: Nicknames) -> ParsedLine:
    """Return the line `text` as read.

    heads: kinds of lines of the game.

    Source: docs/reference/shorthand.md.
    """
    mark = _NOTE.search(text)
    body = (text[: mark.start()] if mark else text).translate(_SAME)
    line = ParsedLine(end=len(body.rstrip()) + 1)
    numbered = _NUMBER.match(body)
    start = numbered.end() if numbered else 0
    tokens = [_Token(one.group(), one.start() + 1) for one in _TOKEN.finditer(body, start)]
    head, rest = _find_head(heads, tokens)
    line.raw = {key: value for key, value in head.said.items() if value is not None}
    line.places["type"] = line.places["outcome"] = tokens[0].column if tokens else 1
    if head.amounts and head.label in ("adjust", "pot"):
        # An adjustment may move no points: its note still matters.
        line.raw[head.amounts] = {}
    reading = _Reading(head, names, line)
    if reading.take_places(rest):
        for token in rest[len(head.places) :]:
            reading.take(token)
    if mark and text[mark.end() :].strip():
        line.raw["note"] = _unescape(text[mark.end() :].strip())
    return line


def _find_head(heads: tuple[Head, ...], tokens: list[_Token]) -> tuple[Head, list[_Token]]:
    first = _fold(tokens[0].text) if tokens else ""
    for head in heads:
        if first in map(_fold, head.codes):
            return head, tokens[1:]
    return next(head for head in heads if not head.code), tokens


@dataclass(frozen=True, slots=True)
class _Reading:
    """A line being read into `said`."""

    head: Head
    names: Nicknames
    said: ParsedLine

    def take_places(self, tokens: list[_Token]) -> bool:
        """Read the fixed places; return False if any of them is missing or wrong."""
        for number, place in enumerate(self.head.places):
            token = tokens[number] if number < len(tokens) else None
            good = (
                self._read_seat(place, token)
                if isinstance(place, Seat)
                else _read_choice(place, token, self.said)
            )
            if not good:
                return False
            if token:
                self.said.places[place.key] = token.column
        return True

    def _read_seat(self, seat: Seat, token: _Token | None) -> bool:
        if token is None:
            allowed = ", ".join((*self.names.all_short(), *((ALONE,) if seat.alone else ())))
            self.said.refuse(self.said.end, "sh.player_needed", allowed=allowed)
            return False
        alone = seat.alone and token.text == ALONE
        player = None if alone else self.player(token.text, token.column)
        self.said.raw[seat.key] = player
        return alone or player is not None

    def player(self, text: str, column: int) -> str | None:
        """Return the id of the player that `text` matches, None if none does."""
        try:
            return self.names.find(text)
        except RefusedError as refused:
            self.said.faults += [Fault(column, problem) for problem in refused.problems]
            return None

    def take(self, token: _Token) -> None:
        """Read one word after the fixed places."""
        if token.text.startswith("[") and self.head.calls is not None:
            self._read_calls(token, self.head.calls)
        elif token.text.startswith("{") and self.head.calls is not None:
            self._read_kontras(token)
        elif self.head.amounts and (amount := _AMOUNT.match(token.text)):
            self._read_amount(token, self.head.amounts, amount)
        else:
            self._read_word(token)

    def _read_amount(self, token: _Token, key: str, amount: re.Match[str]) -> None:
        player = self.player(amount[1], token.column)
        if player is None:
            return
        amounts = self.said.raw.setdefault(key, {})
        if player in amounts:
            self.said.refuse(token.column, "sh.twice", word=token.text)
        elif len(amount[2].lstrip("+-")) > _DIGITS:
            self.said.refuse(token.column, "sh.number_too_long", word=token.text)
        else:
            amounts[player] = int(amount[2])
            self.said.places[f"{key}.{player}"] = token.column
            self.said.places.setdefault(key, token.column)

    def _read_calls(self, token: _Token, calls: Mapping[str, str]) -> None:
        found, closed = [], token.text.endswith("]")
        for part in token.text.strip("[]").split(","):
            call = _CALL.match(part)
            bid = calls.get(call[2].lower()) if call else None
            if call is None or bid is None or not closed:
                example = f"[A:{next(iter(calls))},B:{ALONE}]"
                self.said.refuse(token.column, "sh.calls_wrong", example=example)
                return
            player = self.player(call[1], token.column)
            if player is None:
                return
            found.append([player, bid])
        if "auction" in self.said.raw:
            self.said.refuse(token.column, "sh.twice", word=token.text)
        self.said.raw["auction"] = found
        self.said.places["auction"] = token.column

    def _read_kontras(self, token: _Token) -> None:
        """Read the speakers of kontra to the game, or to an announcement counted from 1."""
        parts = _KONTRAS.match(token.text)
        if parts is None or parts[1] == "0":
            self.said.refuse(token.column, "sh.kontras_wrong", example="{1:A,B}")
            return
        by = [self.player(name.strip(), token.column) for name in parts[2].split(",")]
        items = self.said.raw.setdefault("kontras", [])
        self.said.places[f"kontras.{len(items)}"] = token.column
        items.append({"on": int(parts[1]) - 1 if parts[1] else "game", "by": by})

    def _read_word(self, token: _Token) -> None:
        shape = None
        for word, rest in _find_candidates(self.head.words, token.text):
            parts = _REST.match(rest)
            if parts is None:
                continue
            if _fits(word, parts):
                self._store_word(word, parts, token)
                return
            shape = shape or (word if word.code else None)
        if shape:
            self.said.refuse(token.column, "sh.shape", word=token.text, example=shape.example)
        else:
            self.said.refuse(token.column, "sh.unknown_word", word=token.text)

    def _store_word(self, word: Word, parts: re.Match[str], token: _Token) -> None:
        fields = dict(word.said)
        behind = token.column + len(token.text) - len(parts.string)
        for name in ("player", "other"):
            key, text = getattr(word, name), parts[name]
            if key is not None:
                player = self.player(text, behind + parts.start(name))
                if player is None:
                    return
                fields[key] = player
        if word.number is not None:
            if len(parts["number"]) > _DIGITS:
                self.said.refuse(token.column, "sh.number_too_long", word=token.text)
                return
            fields[word.number] = int(parts["number"])
        if word.suit is not None:
            fields[word.suit] = word.suits[_fold(parts["suit"])]
        if word.times is not None and parts["times"]:
            fields[word.times] = int(parts["times"])
        if word.sign is not None and parts["sign"]:
            fields[word.sign] = word.signs[parts["sign"]]
        if word.name is not None:
            fields = _add_own_figure(word.name, parts["name"], fields)
        place = _store_value(self.said.raw, word, fields.get("", fields))
        if place is None:
            self.said.refuse(token.column, "sh.twice", word=token.text)
        else:
            self.said.places[place] = token.column


def _add_own_figure(name: str, text: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields, extended by the club figure that the word names."""
    own = OWN_PREFIX + text
    return {name: own, **fields} if name else {own: fields[""]}


def _read_choice(place: Choice, token: _Token | None, line: ParsedLine) -> bool:
    codes = {_fold(code): line for code, line in place.codes.items()}
    value = codes.get(_fold(token.text)) if token else None
    if value is None:
        column = token.column if token else line.end
        line.refuse(column, "sh.choice_needed", allowed=", ".join(place.codes))
        return False
    line.raw.update(value)
    return True


def _find_candidates(words: tuple[Word, ...], text: str) -> Iterator[tuple[Word, str]]:
    """Yield the words that `text` may start with, longest spelling first, each with the rest."""
    spelt = [
        (code, word)
        for word in words
        for code in (word.code, word.alias, *word.also)
        if code is not None
    ]
    typed = _fold(text)
    for code, word in sorted(spelt, key=lambda pair: -len(pair[0])):
        if typed.startswith(_fold(code)):
            yield word, text[len(code) :]


def _fold(text: str) -> str:
    """Return the text without capitals and accents, letter by letter so that columns match."""
    return "".join(unicodedata.normalize("NFD", char.lower())[:1] for char in text)


def _fits(word: Word, parts: re.Match[str]) -> bool:
    for name in _PARTS:
        wanted, given = getattr(word, name) is not None, parts[name] is not None
        free = name == "times" or (name == "sign" and word.loose)
        if (given and not wanted) or (wanted and not given and not free):
            return False
    sign, suit = parts["sign"], parts["suit"]
    return (not sign or sign in word.signs) and (not suit or _fold(suit) in word.suits)


def _store_value(raw: dict[str, Any], word: Word, value: Any) -> str | None:
    """Store the value at the word's key; return its path, or None if the key is taken."""
    *path, last = word.key.split(".")
    for step in path:
        raw = raw.setdefault(step, {})
    if word.many:
        items = raw.setdefault(last, [])
        items.append(value)
        return f"{word.key}.{len(items) - 1}"
    there = raw.get(last)
    if isinstance(there, dict) and isinstance(value, dict) and not there.keys() & value.keys():
        there.update(value)
    elif last in raw:
        return None
    else:
        raw[last] = value
    return word.key


def _unescape(note: str) -> str:
    return re.sub(r"\\(n|\\)", lambda mark: "\n" if mark[1] == "n" else "\\", note)
