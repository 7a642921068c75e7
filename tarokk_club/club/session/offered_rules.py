"""House rules that a club saved, as a form offers them beside the presets of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# So that the key of a set is never that of a preset.
CLUB = "club:"


@dataclass(frozen=True, slots=True)
class OfferedRules:
    """A set of the club. key: what a form calls it; preset: what it began from, or ""; rules: every
    option as a JSON value.
    """

    key: str
    name: str
    game: str
    preset: str
    rules: Mapping[str, Any]
