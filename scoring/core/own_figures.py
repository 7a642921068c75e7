"""The club's own figures, named and valued in its house rules."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

OWN_PREFIX = "own:"
MOST_FIGURES = 20  # RULEBOOK 1, `own_figures`
LARGEST_WORTH = 1000  # RULEBOOK 1, `own_figures`
LONGEST_NAME = 80
_KEY = re.compile(r"[a-z0-9_]{1,30}")
_KEYS = {"key", "name", "silent", "announced"}

Fault = tuple[str, str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class OwnFigure:
    """A figure that the club defined.

    name: name as the club typed it.
    silent, announced: points, None if it cannot be made that way.

    Source: scoring/RULEBOOK.md, section 1, `own_figures`.
    """

    key: str
    name: str
    silent: int | None
    announced: int | None


def read_own_figures(raw: Any) -> tuple[tuple[OwnFigure, ...], list[Fault]]:
    """Return the valid figures in a JSON list, and each fault as (dotted path, code, values).

    Source: scoring/RULEBOOK.md, section 1, `own_figures`.
    """
    if isinstance(raw, tuple) and all(isinstance(figure, OwnFigure) for figure in raw):
        return raw, []
    if not isinstance(raw, list | tuple):
        return (), [("", "not_list", {})]
    faults: list[Fault] = []
    if len(raw) > MOST_FIGURES:
        faults.append(("", "own_too_many", {"highest": MOST_FIGURES}))
    figures: list[OwnFigure] = []
    for place, item in enumerate(raw):
        item_faults = _find_faults(item, {figure.key for figure in figures})
        faults += [(f".{place}{path}", code, values) for path, code, values in item_faults]
        if not item_faults:
            worth = item.get("silent"), item.get("announced")
            figures.append(OwnFigure(item["key"], item["name"], *worth))
    return tuple(figures), faults


def _find_faults(item: Any, used_keys: set[str]) -> list[Fault]:
    if not isinstance(item, dict):
        return [("", "not_object", {})]
    faults: list[Fault] = [
        (f".{key}", "unknown_key", {"key": str(key)}) for key in item if key not in _KEYS
    ]
    key, name = item.get("key"), item.get("name")
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        faults.append((".key", "own_key_wrong", {}))
    elif key in used_keys:
        faults.append((".key", "own_key_twice", {"key": key}))
    if not isinstance(name, str) or not name.strip() or len(name) > LONGEST_NAME:
        faults.append((".name", "own_name_wrong", {"highest": LONGEST_NAME}))
    for side in ("silent", "announced"):
        worth = item.get(side)
        if worth is not None and not (type(worth) is int and 0 <= worth <= LARGEST_WORTH):
            faults.append((f".{side}", "own_worth_wrong", {"highest": LARGEST_WORTH}))
    return faults


def serialize_own_figure(figure: OwnFigure) -> Mapping[str, Any]:
    """Return the figure as a JSON object for the rules of a document.

    Source: scoring/RULEBOOK.md, section 1, `own_figures`.
    """
    return {
        "key": figure.key,
        "name": figure.name,
        "silent": figure.silent,
        "announced": figure.announced,
    }
