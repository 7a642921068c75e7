"""House rules saved by a club, which forms offer next to the presets of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

# A prefix, so that the key of a set never equals that of a preset.
CLUB = "club:"


@dataclass(frozen=True, slots=True)
class OfferedRules:
    """A set of house rules of the club.

    key: value of the form's choice.
    preset: preset on which the set is based, or "".
    rules: every option as a JSON value.
    """

    key: str
    name: str
    game: str
    preset: str
    rules: Mapping[str, Any]
