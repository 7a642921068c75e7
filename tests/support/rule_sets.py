"""Saved house rules of a club for tests."""

from typing import Any

from scoring.core.options import read_rules
from scoring.games import GAMES
from support.club_factories import House, a_form
from tarokk_club.club.models import RuleSet
from tarokk_club.club.session.usecases.rule_sets import RuleSetPlan, save_rule_set


def a_rule_plan(name: str, game: str = "paskievics", **rules: Any) -> RuleSetPlan:
    """Return the plan of a rule set.

    rules: preset, and options that differ from it.
    """
    played = GAMES[game]
    read = read_rules(played.rules, played.presets, rules, [])
    return RuleSetPlan(name=name, game=played, rules=read, preset=rules.get("preset", ""))


def a_rule_set(
    house: House, name: str = "Zuglói szabályok", game: str = "paskievics", **rules: Any
) -> RuleSet:
    """Save a rule set, by default the standard rules with more points for four kings."""
    rules = rules or {"preset": "standard", "four_kings": [3, 6]}
    return save_rule_set(
        club_id=house.club.id, form=a_form(house.anna), plan=a_rule_plan(name, game, **rules)
    )
