"""Pieces of a JSON Schema, in the reading of the scorer: what may be left out may also be null."""

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
    """A whole number from `lowest` to `highest`."""
    return {"type": "integer", "minimum": lowest, "maximum": highest}


def one_of(words: Collection[str]) -> Schema:
    """One of some words."""
    return {"enum": list(words)}


def only(value: str | int) -> Schema:
    """This value and no other."""
    return {"enum": [value]}


def list_of(item: Schema) -> Schema:
    """A list of so shaped items."""
    return {"type": "array", "items": item}


def by_player(value: Schema) -> Schema:
    """Player to value; a player without one counts as left out."""
    return {"type": "object", "additionalProperties": or_null(value)}


def or_null(shape: Schema) -> Schema:
    """The same, or null."""
    if "enum" in shape:
        return {**shape, "enum": [*shape["enum"], None]}
    if shape.get("type") == "null":
        return shape
    if isinstance(shape.get("type"), str):
        return {**shape, "type": [shape["type"], "null"]}
    return {"anyOf": [shape, {"type": "null"}]}


def closed(needed: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None) -> Schema:
    """An object with these keys and no others."""
    free = {key: or_null(shape) for key, shape in (optional or {}).items()}
    shape: Schema = {"type": "object", "properties": {**needed, **free}}
    if needed:
        shape["required"] = list(needed)
    return {**shape, "additionalProperties": False}


def event(kind: str, needed: Mapping[str, Schema], optional: Mapping[str, Schema]) -> Schema:
    """An event of this type; any may carry a note."""
    return closed({"type": only(kind), **needed}, {**optional, "note": NOTE})


def hand(
    outcome: str,
    needed: Mapping[str, Schema] | None = None,
    optional: Mapping[str, Schema] | None = None,
) -> Schema:
    """A hand with this outcome, which may be left out where it was played."""
    told: Mapping[str, Schema] = {"outcome": only(outcome)}
    if outcome == "played":
        return event("hand", needed or {}, {"outcome": one_of(["played"]), **(optional or {})})
    return event("hand", {**told, **(needed or {})}, optional or {})


def ref(name: str) -> Schema:
    """A reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}
