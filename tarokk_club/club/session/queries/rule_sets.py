"""The house rules that a club saved under names of its own."""

from __future__ import annotations

from tarokk_club.club.models import Club, RuleSet
from tarokk_club.club.session.offered_rules import CLUB, OfferedRules


def offered_rules(club: Club) -> tuple[OfferedRules, ...]:
    """All sets of the club, oldest first, as forms offer them."""
    return tuple(as_offered(one) for one in RuleSet.objects.filter(club=club))


def as_offered(one: RuleSet) -> OfferedRules:
    """A set as forms offer it."""
    return OfferedRules(f"{CLUB}{one.id}", one.name, one.game, one.rules_preset, one.rules)
