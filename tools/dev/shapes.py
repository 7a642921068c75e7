"""Building blocks of a JSON Schema that agree with the scorer: an optional key may also be null."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

Schema = dict[str, Any]

LARGEST = 10**9
SUITS = ("hearts", "diamonds", "clubs", "spades")
TEXT: Schema = {"type": "string"}
# A note that shows something.
NOTE: Schema = {"type": "string", "pattern": r"\S"}
FLAG: Schema = {"type": "boolean"}
SIDE: Schema = {"enum": ["declarer", "opponents"]}


def whole(lowest: int, highest: int) -> Schema:
    """Return the schema of an integer from `lowest` to `highest`."""
    return {"type": "integer", "minimum": lowest, "maximum": highest}


def one_of(words: Collection[str]) -> Schema:
    """Return the schema of an enumeration of words."""
    return {"enum": list(words)}


def only(value: str | int) -> Schema:
    """This value and no other."""
    return {"enum": [value]}


def list_of(item: Schema) -> Schema:
    """Return the schema of a list of such items."""
    return {"type": "array", "items": item}


def by_player(value: Schema) -> Schema:
    """Return the schema of an object from player to value; null counts as left out."""
    return {"type": "object", "additionalProperties": or_null(value)}


def or_null(shape: Schema) -> Schema:
    """Return the schema extended to allow null."""
    if "enum" in shape:
        return {**shape, "enum": [*shape["enum"], None]}
    if shape.get("type") == "null":
        return shape
    if isinstance(shape.get("type"), str):
        return {**shape, "type": [shape["type"], "null"]}
    return {"anyOf": [shape, {"type": "null"}]}


def closed(needed: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema of an object with these keys and no others."""
    free = {key: or_null(shape) for key, shape in (optional or {}).items()}
    shape: Schema = {"type": "object", "properties": {**needed, **free}}
    if needed:
        shape["required"] = list(needed)
    return {**shape, "additionalProperties": False}


def event(kind: str, needed: Mapping[str, Schema], optional: Mapping[str, Schema]) -> Schema:
    """Return the schema of an event of this type, which may have a note."""
    return closed({"type": only(kind), **needed}, {**optional, "note": NOTE})


def hand(
    outcome: str,
    needed: Mapping[str, Schema] | None = None,
    optional: Mapping[str, Schema] | None = None,
) -> Schema:
    """Return the schema of a hand with this outcome; the key may be left out if the outcome is
    "played".
    """
    told: Mapping[str, Schema] = {"outcome": only(outcome)}
    if outcome == "played":
        return event("hand", needed or {}, {"outcome": one_of(["played"]), **(optional or {})})
    return event("hand", {**told, **(needed or {})}, optional or {})


def ref(name: str) -> Schema:
    """Return a reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}
