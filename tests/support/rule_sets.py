"""House rules that a club saved, for tests."""

from typing import Any

from scoring.core.options import read_rules
from scoring.games import GAMES
from support.club_factories import House, a_form
from tarokk_club.club.models import RuleSet
from tarokk_club.club.session.usecases.rule_sets import RuleSetPlan, save_rule_set


def a_rule_plan(name: str, game: str = "paskievics", **rules: Any) -> RuleSetPlan:
    """What a form says of such a set; rules: preset and options otherwise than there."""
    played = GAMES[game]
    read = read_rules(played.rules, played.presets, rules, [])
    return RuleSetPlan(name=name, game=played, rules=read, preset=rules.get("preset", ""))


def a_rule_set(
    house: House, name: str = "Zuglói szabályok", game: str = "paskievics", **rules: Any
) -> RuleSet:
    """A saved set of the club: the standard rules, but four kings worth more, unless told."""
    rules = rules or {"preset": "standard", "four_kings": [3, 6]}
    return save_rule_set(
        club_id=house.club.id, form=a_form(house.anna), plan=a_rule_plan(name, game, **rules)
    )
