"""The schemas of hands and other events of each game, for the OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import scoring

_EVENT, _RULES = "_event", "_rules"


@cache
def build_game_schemas() -> dict[str, Any]:
    """Return the schemas of all games' events in a session document, by name.

    The names are PaskievicsEvent, PaskievicsPlayed and so on.
    """
    definitions = scoring.schema()["$defs"]
    shapes = {
        key: _adapt_to_generators(shape)
        for key, shape in _iter_event_schemas(
            {key: shape for key, shape in definitions.items() if _is_event(key)}
        )
    }
    text = json.dumps({_format_schema_name(key): shape for key, shape in shapes.items()})
    # Replace the longest keys first, as a key may be the beginning of another.
    for key in sorted(shapes, key=len, reverse=True):
        text = text.replace(
            f'"#/$defs/{key}"', f'"#/components/schemas/{_format_schema_name(key)}"'
        )
    schemas: dict[str, Any] = json.loads(text)
    return schemas


def _is_event(key: str) -> bool:
    return "_" in key and not key.endswith(_RULES)


def _iter_event_schemas(shapes: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the schemas by key, with a separate key for each kind of event.

    Client generators name their classes after these keys.
    """
    for key, shape in shapes.items():
        if not key.endswith(_EVENT):
            yield key, shape
            continue
        game, kinds = key.removesuffix(_EVENT), []
        for variant in shape["oneOf"]:
            if "properties" in variant:
                kind = f"{game}_{variant['properties']['type']['enum'][0]}"
                yield kind, variant
                kinds.append({"$ref": f"#/$defs/{kind}"})
            else:
                kinds += variant.get("oneOf", [variant])
        yield key, {**shape, "oneOf": kinds}


def _adapt_to_generators(schema: Any) -> Any:
    """Return an equivalent schema that client generators can read.

    Generators ignore `properties` beside `anyOf` or `oneOf`, so move the latter into `allOf`. They
    do not support an `enum` with booleans, so use `const` instead.
    """
    if isinstance(schema, list):
        return [_adapt_to_generators(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    adapted = {key: _adapt_to_generators(part) for key, part in schema.items()}
    if "properties" in adapted:
        conditions = [{key: adapted.pop(key)} for key in ("anyOf", "oneOf") if key in adapted]
        if conditions:
            adapted["allOf"] = [*adapted.get("allOf", []), *conditions]
    if any(isinstance(value, bool) for value in adapted.get("enum", ())):
        values = adapted.pop("enum")
        kinds = [{"type": "null"} if value is None else {"const": value} for value in values]
        adapted |= kinds[0] if len(kinds) == 1 else {"anyOf": kinds}
    return adapted


def _format_schema_name(key: str) -> str:
    return "".join(part.capitalize() for part in key.split("_"))
