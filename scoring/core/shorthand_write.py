"""Writing JSON events as shorthand lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scoring.core.grammar import ALONE, Choice, LineKind, Seat, Word
from scoring.core.nicknames import Nicknames
from scoring.core.own_figures import OWN_PREFIX


def format_line(line_kinds: tuple[LineKind, ...], raw: Mapping[str, Any], names: Nicknames) -> str:
    """Return the shorthand line of the canonical event `raw`.

    `read_line` reads the line back as an equal event.

    Source: docs/reference/shorthand.md.
    """
    unwritten = dict(raw)
    note = unwritten.pop("note", None)
    line_kind = next(
        candidate
        for candidate in line_kinds
        if all(unwritten.get(key) == value for key, value in candidate.fixed.items())
    )
    tokens = [line_kind.code] if line_kind.code else []
    for key in line_kind.fixed:
        unwritten.pop(key, None)
    tokens += [_format_place(place, unwritten, names) for place in line_kind.places]
    for key, value in _flatten_record(unwritten):
        tokens += _format_value(line_kind, key, value, names)
    if note:
        tokens.append("# " + note.replace("\\", "\\\\").replace("\n", "\\n"))
    return " ".join(tokens)


def _format_place(place: Seat | Choice, unwritten: dict[str, Any], names: Nicknames) -> str:
    if isinstance(place, Seat):
        player = unwritten.pop(place.key, None)
        if player is None:
            return ALONE
        return names.find_whole_name(player) if place.newcomer else names.find_short_name(player)
    fitting = [
        code
        for code, values in place.codes.items()
        if all(unwritten.get(key) == value for key, value in values.items())
    ]
    # Prefer the most specific code: a level to a contract without a level.
    code = max(fitting, key=lambda candidate: len(place.codes[candidate]))
    for key in place.codes[code]:
        del unwritten[key]
    return code


def _flatten_record(raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield every key with its value; a list inside an object gets its own dotted key."""
    for key, value in raw.items():
        if not isinstance(value, dict):
            yield key, value
            continue
        lists = {name: inner for name, inner in value.items() if isinstance(inner, list)}
        yield key, {name: inner for name, inner in value.items() if name not in lists}
        for name, inner in lists.items():
            yield f"{key}.{name}", inner


def _format_value(line_kind: LineKind, key: str, value: Any, names: Nicknames) -> list[str]:
    if key == line_kind.amounts:
        return [f"{names.find_short_name(player)}={amount}" for player, amount in value.items()]
    if key == "auction" and line_kind.calls is not None:
        codes = {bid: code for code, bid in line_kind.calls.items()}
        calls = (f"{names.find_short_name(player)}:{codes[bid]}" for player, bid in value)
        return [f"[{','.join(calls)}]"]
    if key == "kontras" and line_kind.calls is not None:
        return [_format_kontras(item, names) for item in value]
    items = value if isinstance(value, list) else [value]
    if key == "own":
        items = [{name: side} for name, side in value.items()]
    return [_format_word(line_kind, key, item, names) for item in items]


def _format_kontras(item: Mapping[str, Any], names: Nicknames) -> str:
    place = "" if item["on"] == "game" else f"{item['on'] + 1}:"
    return f"{{{place}{','.join(map(names.find_short_name, item['by']))}}}"


def _format_word(line_kind: LineKind, key: str, value: Any, names: Nicknames) -> str:
    fields = value if isinstance(value, dict) else {"": value}
    for word in line_kind.words:
        text = _spell_word(word, fields, names) if word.key == key else None
        if text is not None:
            return text
    raise ValueError(f"no word for {key}")


def _spell_word(word: Word, fields: Mapping[str, Any], names: Nicknames) -> str | None:
    """Return the word with these fields, or None if it cannot express exactly these fields."""
    unwritten = dict(fields)
    text = word.code
    if word.name is not None:
        figure = str(unwritten.pop(word.name, "")) if word.name else next(iter(unwritten))
        if not figure.startswith(OWN_PREFIX):
            return None
        text += "@" + figure.removeprefix(OWN_PREFIX)
        unwritten = unwritten if word.name else {"": unwritten[figure]}
    for key, value in word.fixed.items():
        if key not in unwritten or unwritten.pop(key) != value:
            return None
    spellings: dict[str, Callable[[Any], str]] = {
        "number": str,
        "suit": lambda suit: "." + next(code for code, name in word.suits.items() if name == suit),
        "player": lambda player: ":" + names.find_short_name(player),
        "other": lambda player: ">" + names.find_short_name(player),
        "times": lambda steps: f"*{steps}" if steps else "",
        "sign": lambda value: next(
            sign for sign, meaning in word.signs.items() if meaning == value
        ),
    }
    for name, spell in spellings.items():
        key = getattr(word, name)
        if key is not None and key in unwritten:
            text += spell(unwritten.pop(key))
        elif key is not None and name != "times" and not (name == "sign" and word.loose):
            return None
    return None if unwritten else text
