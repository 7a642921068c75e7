"""Building blocks of JSON Schemas; as in the scorer, an optional key may also be null."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

Schema = dict[str, Any]

LARGEST = 10**9
SUITS = ("hearts", "diamonds", "clubs", "spades")
TEXT: Schema = {"type": "string"}
# A note that is not blank.
NOTE: Schema = {"type": "string", "pattern": r"\S"}
FLAG: Schema = {"type": "boolean"}
SIDE: Schema = {"enum": ["declarer", "opponents"]}


def integer_between(lowest: int, highest: int) -> Schema:
    """Return the schema of an integer from `lowest` to `highest`."""
    return {"type": "integer", "minimum": lowest, "maximum": highest}


def enum_of(words: Collection[str]) -> Schema:
    """Return the schema of an enumeration of words."""
    return {"enum": list(words)}


def constant(value: str | int) -> Schema:
    """Return the schema that accepts only this value."""
    return {"enum": [value]}


def list_of(item: Schema) -> Schema:
    """Return the schema of a list of such items."""
    return {"type": "array", "items": item}


def per_player(value: Schema) -> Schema:
    """Return the schema of an object from player to value; a null value counts as left out."""
    return {"type": "object", "additionalProperties": nullable(value)}


def nullable(shape: Schema) -> Schema:
    """Return the schema extended to allow null."""
    if "enum" in shape:
        return {**shape, "enum": [*shape["enum"], None]}
    if shape.get("type") == "null":
        return shape
    if isinstance(shape.get("type"), str):
        return {**shape, "type": [shape["type"], "null"]}
    return {"anyOf": [shape, {"type": "null"}]}


def closed_object(
    needed: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None
) -> Schema:
    """Return the schema of an object with these keys and no others."""
    nullable_keys = {key: nullable(shape) for key, shape in (optional or {}).items()}
    shape: Schema = {"type": "object", "properties": {**needed, **nullable_keys}}
    if needed:
        shape["required"] = list(needed)
    return {**shape, "additionalProperties": False}


def event_with_note(
    kind: str, needed: Mapping[str, Schema], optional: Mapping[str, Schema]
) -> Schema:
    """Return the schema of an event of this type, which may have a note."""
    return closed_object({"type": constant(kind), **needed}, {**optional, "note": NOTE})


def hand_with_outcome(
    outcome: str,
    needed: Mapping[str, Schema] | None = None,
    optional: Mapping[str, Schema] | None = None,
) -> Schema:
    """Return the schema of a hand with this outcome; the outcome "played" need not be stated."""
    outcome_key: Mapping[str, Schema] = {"outcome": constant(outcome)}
    if outcome == "played":
        return event_with_note(
            "hand", needed or {}, {"outcome": enum_of(["played"]), **(optional or {})}
        )
    return event_with_note("hand", {**outcome_key, **(needed or {})}, optional or {})


def reference(name: str) -> Schema:
    """Return a reference to the definition with this name."""
    return {"$ref": f"#/$defs/{name}"}
