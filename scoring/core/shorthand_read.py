"""A reader of shorthand lines, which returns JSON events; the game defines the kinds of lines."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from scoring.core.grammar import ALONE, Choice, LineKind, Seat, Word
from scoring.core.nicknames import Nicknames
from scoring.core.own_figures import OWN_PREFIX
from scoring.core.problem import Problem, RefusedError

# Variants that other keyboards type, each one character long so that columns stay the same.
_SAME = str.maketrans({"−": "-", "–": "-", "—": "-", "×": "*", "→": ">", "\t": " "})
_NUMBER = re.compile(r"\s*\d+[.)](?=\s)")
_NOTE = re.compile(r"(?:^|(?<=\s))#")
_TOKEN = re.compile(r"\[[^\]]*\]?|\S+")
_AMOUNT = re.compile(r"(\w+)=([+-]?\d+)$")
_KONTRAS = re.compile(r"\{(?:(\d{1,3}):)?([^{}:]*)\}$")
_CALL = re.compile(r"\s*(\w+):([^\s,:]+)\s*$")
_WORD_PARTS = re.compile(
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

    end: column after the last word, without the note.
    raw: the event as JSON with player ids.
    faults: faults found while reading the line.
    places: column in which each key of the record is set.

    Source: docs/reference/shorthand.md.
    """

    end: int
    raw: dict[str, Any] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)

    def find_column(self, key: str) -> int:
        """Return the column where `key` or its nearest parent is set, else the end of the line.

        Source: docs/reference/shorthand.md.
        """
        while key:
            if key in self.places:
                return self.places[key]
            key = key.rpartition(".")[0]
        return self.end

    def add_fault(self, column: int, code: str, **values: Any) -> None:
        """Add a fault at `column`. Source: docs/adr/0018-scoring-core.md, "Faults are values"."""
        self.faults.append(Fault(column, Problem(code, "", values)))


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    column: int


def is_empty_line(line: str) -> bool:
    """Return whether a line is blank or only a comment after `#`.

    Source: docs/reference/shorthand.md, "Signs".
    """
    return not line.strip() or line.lstrip().startswith("#")


def list_reserved_words(line_kinds: tuple[LineKind, ...]) -> frozenset[str]:
    """Return the first words of all kinds of lines, which are not allowed as short names.

    Source: docs/reference/shorthand.md.
    """
    return frozenset(code for line_kind in line_kinds for code in line_kind.codes)


def read_line(line_kinds: tuple[LineKind, ...], text: str, names: Nicknames) -> ParsedLine:
    """Return the shorthand line `text` as a JSON event with its faults.

    line_kinds: kinds of lines of the game.
    names: names of the players that the line may mention.

    Source: docs/reference/shorthand.md.
    """
    note_sign = _NOTE.search(text)
    content = (text[: note_sign.start()] if note_sign else text).translate(_SAME)
    line = ParsedLine(end=len(content.rstrip()) + 1)
    numbered = _NUMBER.match(content)
    start = numbered.end() if numbered else 0
    tokens = [_Token(match.group(), match.start() + 1) for match in _TOKEN.finditer(content, start)]
    line_kind, words = _find_line_kind(line_kinds, tokens)
    line.raw = {key: value for key, value in line_kind.fixed.items() if value is not None}
    line.places["type"] = line.places["outcome"] = tokens[0].column if tokens else 1
    if line_kind.amounts and line_kind.label in ("adjust", "pot"):
        # An adjustment may move no points, as its note can matter by itself.
        line.raw[line_kind.amounts] = {}
    reading = _Reading(line_kind, names, line)
    if reading.read_fixed_places(words):
        for token in words[len(line_kind.places) :]:
            reading.read_token(token)
    if note_sign and text[note_sign.end() :].strip():
        line.raw["note"] = _unescape_note(text[note_sign.end() :].strip())
    return line


def _find_line_kind(
    line_kinds: tuple[LineKind, ...], tokens: list[_Token]
) -> tuple[LineKind, list[_Token]]:
    first = _fold_letters(tokens[0].text) if tokens else ""
    for line_kind in line_kinds:
        if first in map(_fold_letters, line_kind.codes):
            return line_kind, tokens[1:]
    return next(line_kind for line_kind in line_kinds if not line_kind.code), tokens


@dataclass(frozen=True, slots=True)
class _Reading:
    """A reader of one line, which stores the values and faults in `line`."""

    line_kind: LineKind
    names: Nicknames
    line: ParsedLine

    def read_fixed_places(self, tokens: list[_Token]) -> bool:
        """Read the fixed places; return False if any of them is missing or wrong."""
        for number, place in enumerate(self.line_kind.places):
            token = tokens[number] if number < len(tokens) else None
            good = (
                self._read_seat(place, token)
                if isinstance(place, Seat)
                else _read_choice(place, token, self.line)
            )
            if not good:
                return False
            if token:
                self.line.places[place.key] = token.column
        return True

    def _read_seat(self, seat: Seat, token: _Token | None) -> bool:
        if token is None:
            allowed = ", ".join((*self.names.list_short_names(), *((ALONE,) if seat.alone else ())))
            self.line.add_fault(self.line.end, "sh.player_needed", allowed=allowed)
            return False
        alone = seat.alone and token.text == ALONE
        player = None if alone else self.match_player(token.text, token.column)
        self.line.raw[seat.key] = player
        return alone or player is not None

    def match_player(self, text: str, column: int) -> str | None:
        """Return the id of the player that `text` matches; else note a fault and return None."""
        try:
            return self.names.find_player(text)
        except RefusedError as refused:
            self.line.faults += [Fault(column, problem) for problem in refused.problems]
            return None

    def read_token(self, token: _Token) -> None:
        """Read one word after the fixed places."""
        if token.text.startswith("[") and self.line_kind.calls is not None:
            self._read_calls(token, self.line_kind.calls)
        elif token.text.startswith("{") and self.line_kind.calls is not None:
            self._read_kontras(token)
        elif self.line_kind.amounts and (amount := _AMOUNT.match(token.text)):
            self._read_amount(token, self.line_kind.amounts, amount)
        else:
            self._read_word(token)

    def _read_amount(self, token: _Token, key: str, amount: re.Match[str]) -> None:
        player = self.match_player(amount[1], token.column)
        if player is None:
            return
        amounts = self.line.raw.setdefault(key, {})
        if player in amounts:
            self.line.add_fault(token.column, "sh.twice", word=token.text)
        elif len(amount[2].lstrip("+-")) > _DIGITS:
            self.line.add_fault(token.column, "sh.number_too_long", word=token.text)
        else:
            amounts[player] = int(amount[2])
            self.line.places[f"{key}.{player}"] = token.column
            self.line.places.setdefault(key, token.column)

    def _read_calls(self, token: _Token, calls: Mapping[str, str]) -> None:
        calls_read, closed = [], token.text.endswith("]")
        for part in token.text.strip("[]").split(","):
            call = _CALL.match(part)
            bid = calls.get(call[2].lower()) if call else None
            if call is None or bid is None or not closed:
                example = f"[A:{next(iter(calls))},B:{ALONE}]"
                self.line.add_fault(token.column, "sh.calls_wrong", example=example)
                return
            player = self.match_player(call[1], token.column)
            if player is None:
                return
            calls_read.append([player, bid])
        if "auction" in self.line.raw:
            self.line.add_fault(token.column, "sh.twice", word=token.text)
        self.line.raw["auction"] = calls_read
        self.line.places["auction"] = token.column

    def _read_kontras(self, token: _Token) -> None:
        """Read the speakers of kontra, to the game or to an announcement given by its number."""
        parts = _KONTRAS.match(token.text)
        if parts is None or parts[1] == "0":
            self.line.add_fault(token.column, "sh.kontras_wrong", example="{1:A,B}")
            return
        by = [self.match_player(name.strip(), token.column) for name in parts[2].split(",")]
        items = self.line.raw.setdefault("kontras", [])
        self.line.places[f"kontras.{len(items)}"] = token.column
        items.append({"on": int(parts[1]) - 1 if parts[1] else "game", "by": by})

    def _read_word(self, token: _Token) -> None:
        shape = None
        for word, ending in _find_candidates(self.line_kind.words, token.text):
            parts = _WORD_PARTS.match(ending)
            if parts is None:
                continue
            if _matches_parts(word, parts):
                self._store_word(word, parts, token)
                return
            shape = shape or (word if word.code else None)
        if shape:
            self.line.add_fault(token.column, "sh.shape", word=token.text, example=shape.example)
        else:
            self.line.add_fault(token.column, "sh.unknown_word", word=token.text)

    def _store_word(self, word: Word, parts: re.Match[str], token: _Token) -> None:
        fields = dict(word.fixed)
        behind = token.column + len(token.text) - len(parts.string)
        for name in ("player", "other"):
            key, text = getattr(word, name), parts[name]
            if key is not None:
                player = self.match_player(text, behind + parts.start(name))
                if player is None:
                    return
                fields[key] = player
        if word.number is not None:
            if len(parts["number"]) > _DIGITS:
                self.line.add_fault(token.column, "sh.number_too_long", word=token.text)
                return
            fields[word.number] = int(parts["number"])
        if word.suit is not None:
            fields[word.suit] = word.suits[_fold_letters(parts["suit"])]
        if word.times is not None and parts["times"]:
            fields[word.times] = int(parts["times"])
        if word.sign is not None and parts["sign"]:
            fields[word.sign] = word.signs[parts["sign"]]
        if word.name is not None:
            fields = _add_own_figure(word.name, parts["name"], fields)
        place = _store_value(self.line.raw, word, fields.get("", fields))
        if place is None:
            self.line.add_fault(token.column, "sh.twice", word=token.text)
        else:
            self.line.places[place] = token.column


def _add_own_figure(name: str, text: str, fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields with the club figure that the word names."""
    figure = OWN_PREFIX + text
    return {name: figure, **fields} if name else {figure: fields[""]}


def _read_choice(place: Choice, token: _Token | None, line: ParsedLine) -> bool:
    codes = {_fold_letters(code): line for code, line in place.codes.items()}
    value = codes.get(_fold_letters(token.text)) if token else None
    if value is None:
        column = token.column if token else line.end
        line.add_fault(column, "sh.choice_needed", allowed=", ".join(place.codes))
        return False
    line.raw.update(value)
    return True


def _find_candidates(words: tuple[Word, ...], text: str) -> Iterator[tuple[Word, str]]:
    """Yield each word with a spelling that begins the text, and the rest of the text.

    The longest spelling comes first.
    """
    spellings = [
        (spelling, word)
        for word in words
        for spelling in (word.code, word.alias, *word.also)
        if spelling is not None
    ]
    typed = _fold_letters(text)
    for spelling, word in sorted(spellings, key=lambda pair: -len(pair[0])):
        if typed.startswith(_fold_letters(spelling)):
            yield word, text[len(spelling) :]


def _fold_letters(text: str) -> str:
    """Return the text in lower case without accents, letter by letter so that columns match."""
    return "".join(unicodedata.normalize("NFD", char.lower())[:1] for char in text)


def _matches_parts(word: Word, parts: re.Match[str]) -> bool:
    for name in _PARTS:
        is_wanted, is_given = getattr(word, name) is not None, parts[name] is not None
        is_optional = name == "times" or (name == "sign" and word.loose)
        if (is_given and not is_wanted) or (is_wanted and not is_given and not is_optional):
            return False
    sign, suit = parts["sign"], parts["suit"]
    return (not sign or sign in word.signs) and (not suit or _fold_letters(suit) in word.suits)


def _store_value(raw: dict[str, Any], word: Word, value: Any) -> str | None:
    """Store the value at the word's key; return its path, or None if the key is taken."""
    *path, last = word.key.split(".")
    for step in path:
        raw = raw.setdefault(step, {})
    if word.many:
        items = raw.setdefault(last, [])
        items.append(value)
        return f"{word.key}.{len(items) - 1}"
    stored = raw.get(last)
    if isinstance(stored, dict) and isinstance(value, dict) and not stored.keys() & value.keys():
        stored.update(value)
    elif last in raw:
        return None
    else:
        raw[last] = value
    return word.key


def _unescape_note(note: str) -> str:
    return re.sub(r"\\(n|\\)", lambda escape: "\n" if escape[1] == "n" else "\\", note)
