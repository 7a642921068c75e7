"""JSON parsing that refuses an object with the same key twice."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, NoReturn

from scoring.core.problem import Problem, RefusedError


def parse_strict_json(text: str | bytes) -> Any:
    """Return the JSON value in `text`.

    Raise RefusedError for text that is not JSON (bad syntax, NaN, wrong encoding, too deeply
        nested) or that repeats a key within an object.

    Source: docs/reference/format.md, "Values".
    """
    objects = _ObjectBuilder()
    try:
        value = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=objects.build)
    except RecursionError:
        raise RefusedError([Problem("not_json", "", {"reason": "nested too deep"})]) from None
    except ValueError as error:
        raise RefusedError([Problem("not_json", "", {"reason": str(error)})]) from None
    if objects.repeated is not None:
        raise _build_repeated_key_error(value, objects.repeated, objects.key)
    return value


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a JSON number")


class _ObjectBuilder:
    """A builder of JSON objects that remembers the first object with a repeated key."""

    __slots__ = ("key", "repeated")

    def __init__(self) -> None:
        self.repeated: dict[str, Any] | None = None
        self.key = ""

    def build(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """Return the object with these key-value pairs, and note the first repeated key."""
        parsed = dict(pairs)
        if len(parsed) < len(pairs) and self.repeated is None:
            counts = Counter(key for key, _value in pairs)
            self.key = next(key for key, count in counts.items() if count > 1)
            self.repeated = parsed
        return parsed


def _build_repeated_key_error(document: Any, repeated: dict[str, Any], key: str) -> RefusedError:
    """Return the error for a repeated key, with the event's number if it is inside an event."""
    path = _find_path_to(repeated, document)
    if path[:1] == ("events",) and len(path) > 1 and isinstance(document["events"], list):
        number = int(path[1])
        event = document["events"][number]
        kind = event.get("type") if isinstance(event, dict) else None
        problem = Problem("key_twice", ".".join((*path[2:], key)))
        return RefusedError([problem], number + 1, kind if isinstance(kind, str) else "event")
    return RefusedError([Problem("key_twice", ".".join((*path, key)))])


def _find_path_to(wanted: dict[str, Any], document: Any) -> tuple[str, ...]:
    """Return the keys that lead to the object `wanted`; () if it is not in the document."""
    waiting: list[tuple[Any, tuple[str, ...]]] = [(document, ())]
    while waiting:
        value, path = waiting.pop()
        if value is wanted:
            return path
        inner: Iterable[tuple[object, Any]] = ()
        if isinstance(value, dict):
            inner = value.items()
        elif isinstance(value, list):
            inner = enumerate(value)
        waiting += [
            (item, (*path, str(key))) for key, item in inner if isinstance(item, dict | list)
        ]
    return ()
