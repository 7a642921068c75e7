"""Examples for the OpenAPI document, generated from its schemas so that they always match."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from scoring.games import GAMES

_SEATS = ("Anna", "Béla", "Csaba", "Dóra")
# An event that every game has.
_AGREED: Mapping[str, Any] = MappingProxyType(
    {"type": "adjust", "points": {"Anna": -4, "Béla": 4}, "note": "agreed at the table"}
)
_GAME = next(iter(GAMES))
# Schemas whose content the games define.
_WHOLE: Mapping[str, Any] = MappingProxyType(
    {
        "Record": dict(_AGREED),
        "Document": {
            "format": "tarokk-session",
            "version": 1,
            "game": _GAME,
            "players": list(_SEATS),
            "dealer": "Anna",
            "events": [dict(_AGREED)],
        },
    }
)
_BY_FORMAT: Mapping[str, str] = MappingProxyType(
    {
        "uuid": "0b9f1c1e-6a6f-4f0e-9c57-6d1f2a3b4c5d",
        "date": "2026-11-28",
        "date-time": "2026-11-28T19:30:00Z",
        "time": "19:30:00",
    }
)
# The example of a text field, by the field's name.
_BY_NAME: Mapping[str, str] = MappingProxyType(
    {
        "account": "kitty",
        "club": "Zuglói Tarokk Kör",
        "currency": "HUF",
        "dealer": "Anna",
        "game": _GAME,
        "language": "hu",
        "name": "Anna",
        "per_point": "10",
        "slug": "zugloi-tarokk-kor",
        "time_zone": "Europe/Budapest",
        "title": "Kemence",
    }
)


def build_example(schema: Mapping[str, Any], schemas: Mapping[str, Any], name: str = "") -> Any:
    """Return an example of a schema.

    The example has the first non-empty value of an enum, the first member of a union, and a single
    item of an array.

    schemas: the schemas to which references point, by name.
    name: the name of the field that has this schema; "" for none.

    >>> build_example({"type": "object", "properties": {"number": {"type": "integer"}}}, {})
    {'number': 1}
    """
    if "$ref" in schema:
        target = str(schema["$ref"]).rpartition("/")[2]
        return _WHOLE[target] if target in _WHOLE else build_example(schemas[target], schemas, name)
    if "enum" in schema:
        return next((value for value in schema["enum"] if value), schema["enum"][0])
    for several in ("anyOf", "allOf", "oneOf"):
        if several in schema:
            return build_example(schema[several][0], schemas, name)
    return _build_example_of_type(schema, schemas, name)


def _build_example_of_type(schema: Mapping[str, Any], schemas: Mapping[str, Any], name: str) -> Any:
    match schema.get("type", "object"):
        case "string":
            return _BY_FORMAT.get(schema.get("format", ""), _BY_NAME.get(name, "text"))
        case "integer" | "number":
            return schema.get("default") or max(1, schema.get("minimum", 1))
        case "boolean":
            return False
        case "null":
            return None
        case "array":
            return [build_example(schema["items"], schemas, name)] if schema.get("items") else []
    fields = {
        field: build_example(shape, schemas, field)
        for field, shape in schema.get("properties", {}).items()
    }
    more = schema.get("additionalProperties")
    if isinstance(more, Mapping) and not fields:
        return {_BY_FORMAT["uuid"]: build_example(more, schemas, name)}
    return fields
