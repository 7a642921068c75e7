"""House rules saved by a club, which forms offer next to the presets of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tarokk_club.club.models import Club, RuleSet

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


def list_offered_rules(club: Club) -> tuple[OfferedRules, ...]:
    """Return all saved rule sets of the club for a form, oldest first."""
    return tuple(build_offered_rules(rule_set) for rule_set in RuleSet.objects.filter(club=club))


def build_offered_rules(rule_set: RuleSet) -> OfferedRules:
    """Return a saved rule set as a choice of a form."""
    return OfferedRules(
        f"{CLUB}{rule_set.id}", rule_set.name, rule_set.game, rule_set.rules_preset, rule_set.rules
    )
