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


def build_integer(lowest: int, highest: int) -> Schema:
    """Return the schema of an integer from `lowest` to `highest`."""
    return {"type": "integer", "minimum": lowest, "maximum": highest}


def build_enum(words: Collection[str]) -> Schema:
    """Return the schema of an enumeration of words."""
    return {"enum": list(words)}


def build_constant(value: str | int) -> Schema:
    """Return the schema that accepts only this value."""
    return {"enum": [value]}


def build_list(item: Schema) -> Schema:
    """Return the schema of a list of such items."""
    return {"type": "array", "items": item}


def build_player_map(value: Schema) -> Schema:
    """Return the schema of an object from player to value; a null value counts as left out."""
    return {"type": "object", "additionalProperties": allow_null(value)}


def allow_null(shape: Schema) -> Schema:
    """Return the schema extended to accept null."""
    if "enum" in shape:
        return {**shape, "enum": [*shape["enum"], None]}
    if shape.get("type") == "null":
        return shape
    if isinstance(shape.get("type"), str):
        return {**shape, "type": [shape["type"], "null"]}
    return {"anyOf": [shape, {"type": "null"}]}


def build_object(
    needed: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None
) -> Schema:
    """Return the schema of an object with these keys and no others."""
    nullable_keys = {key: allow_null(shape) for key, shape in (optional or {}).items()}
    shape: Schema = {"type": "object", "properties": {**needed, **nullable_keys}}
    if needed:
        shape["required"] = list(needed)
    return {**shape, "additionalProperties": False}


def build_event(kind: str, needed: Mapping[str, Schema], optional: Mapping[str, Schema]) -> Schema:
    """Return the schema of an event of this type, which may have a note."""
    return build_object({"type": build_constant(kind), **needed}, {**optional, "note": NOTE})


def build_hand(
    outcome: str,
    needed: Mapping[str, Schema] | None = None,
    optional: Mapping[str, Schema] | None = None,
) -> Schema:
    """Return the schema of a hand with this outcome; the outcome "played" need not be stated."""
    outcome_key: Mapping[str, Schema] = {"outcome": build_constant(outcome)}
    if outcome == "played":
        return build_event(
            "hand", needed or {}, {"outcome": build_enum(["played"]), **(optional or {})}
        )
    return build_event("hand", {**outcome_key, **(needed or {})}, optional or {})


def build_reference(name: str) -> Schema:
    """Return a reference to the definition with this name."""
    return {"$ref": f"#/$defs/{name}"}
