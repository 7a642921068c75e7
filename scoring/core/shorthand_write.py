"""Writing JSON events as shorthand lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scoring.core.grammar import ALONE, Choice, Head, Seat, Word
from scoring.core.nicknames import Nicknames
from scoring.core.own_figures import OWN_PREFIX


def write_line(heads: tuple[Head, ...], raw: Mapping[str, Any], names: Nicknames) -> str:
    """Return the shorthand line of the canonical event `raw`, which `read_line` reads back
    unchanged.

    Source: docs/reference/shorthand.md.
    """
    left = dict(raw)
    note = left.pop("note", None)
    head = next(
        one for one in heads if all(left.get(key) == value for key, value in one.said.items())
    )
    tokens = [head.code] if head.code else []
    for key in head.said:
        left.pop(key, None)
    tokens += [_write_place(place, left, names) for place in head.places]
    for key, value in _flatten(left):
        tokens += _write_value(head, key, value, names)
    if note:
        tokens.append("# " + note.replace("\\", "\\\\").replace("\n", "\\n"))
    return " ".join(tokens)


def _write_place(place: Seat | Choice, left: dict[str, Any], names: Nicknames) -> str:
    if isinstance(place, Seat):
        player = left.pop(place.key, None)
        if player is None:
            return ALONE
        return names.whole(player) if place.newcomer else names.short(player)
    fitting = [
        code
        for code, said in place.codes.items()
        if all(left.get(key) == value for key, value in said.items())
    ]
    # Prefer the most specific code: a level rather than only its contract.
    code = max(fitting, key=lambda one: len(place.codes[one]))
    for key in place.codes[code]:
        del left[key]
    return code


def _flatten(raw: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield every key with its value; a list inside an object gets a dotted key of its own."""
    for key, value in raw.items():
        if not isinstance(value, dict):
            yield key, value
            continue
        lists = {name: inner for name, inner in value.items() if isinstance(inner, list)}
        yield key, {name: inner for name, inner in value.items() if name not in lists}
        for name, inner in lists.items():
            yield f"{key}.{name}", inner


def _write_value(head: Head, key: str, value: Any, names: Nicknames) -> list[str]:
    if key == head.amounts:
        return [f"{names.short(player)}={amount}" for player, amount in value.items()]
    if key == "auction" and head.calls is not None:
        codes = {bid: code for code, bid in head.calls.items()}
        calls = (f"{names.short(player)}:{codes[bid]}" for player, bid in value)
        return [f"[{','.join(calls)}]"]
    if key == "kontras" and head.calls is not None:
        return [_write_kontras(item, names) for item in value]
    items = value if isinstance(value, list) else [value]
    if key == "own":
        items = [{name: side} for name, side in value.items()]
    return [_write_word(head, key, item, names) for item in items]


def _write_kontras(item: Mapping[str, Any], names: Nicknames) -> str:
    place = "" if item["on"] == "game" else f"{item['on'] + 1}:"
    return f"{{{place}{','.join(map(names.short, item['by']))}}}"


def _write_word(head: Head, key: str, value: Any, names: Nicknames) -> str:
    fields = value if isinstance(value, dict) else {"": value}
    for word in head.words:
        text = _spell_word(word, fields, names) if word.key == key else None
        if text is not None:
            return text
    raise ValueError(f"no word for {key}")


def _spell_word(word: Word, fields: Mapping[str, Any], names: Nicknames) -> str | None:
    """Return the word with these fields, or None if it cannot express exactly these fields."""
    left = dict(fields)
    text = word.code
    if word.name is not None:
        own = str(left.pop(word.name, "")) if word.name else next(iter(left))
        if not own.startswith(OWN_PREFIX):
            return None
        text += "@" + own.removeprefix(OWN_PREFIX)
        left = left if word.name else {"": left[own]}
    for key, value in word.said.items():
        if key not in left or left.pop(key) != value:
            return None
    spellings: dict[str, Callable[[Any], str]] = {
        "number": str,
        "suit": lambda suit: "." + next(code for code, name in word.suits.items() if name == suit),
        "player": lambda player: ":" + names.short(player),
        "other": lambda player: ">" + names.short(player),
        "times": lambda steps: f"*{steps}" if steps else "",
        "sign": lambda value: next(sign for sign, said in word.signs.items() if said == value),
    }
    for name, spell in spellings.items():
        key = getattr(word, name)
        if key is not None and key in left:
            text += spell(left.pop(key))
        elif key is not None and name != "times" and not (name == "sign" and word.loose):
            return None
    return None if left else text
