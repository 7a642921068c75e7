"""The house rules that a club saved under names."""

from __future__ import annotations

from tarokk_club.club.models import Club, RuleSet
from tarokk_club.club.session.offered_rules import CLUB, OfferedRules


def list_offered_rules(club: Club) -> tuple[OfferedRules, ...]:
    """Return all sets of the club as forms offer them, oldest first."""
    return tuple(build_offered_rules(one) for one in RuleSet.objects.filter(club=club))


def build_offered_rules(rule_set: RuleSet) -> OfferedRules:
    """Return a set as forms offer it."""
    return OfferedRules(
        f"{CLUB}{rule_set.id}", rule_set.name, rule_set.game, rule_set.rules_preset, rule_set.rules
    )
