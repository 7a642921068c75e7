"""The house rules that a club saved under names."""

from __future__ import annotations

from tarokk_club.club.models import Club, RuleSet
from tarokk_club.club.session.offered_rules import CLUB, OfferedRules


def list_offered_rules(club: Club) -> tuple[OfferedRules, ...]:
    """Return all saved rule sets of the club for a form, oldest first."""
    return tuple(build_offered_rules(rule_set) for rule_set in RuleSet.objects.filter(club=club))


def build_offered_rules(rule_set: RuleSet) -> OfferedRules:
    """Return a saved rule set for a form."""
    return OfferedRules(
        f"{CLUB}{rule_set.id}", rule_set.name, rule_set.game, rule_set.rules_preset, rule_set.rules
    )
