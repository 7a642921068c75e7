"""What is told about a set of house rules; called in the club's unit of work only."""

from dataclasses import dataclass, replace
from typing import Any

from scoring.core.game import AnyGame
from scoring.core.options import HouseRules, rules_to_dict
from scoring.core.problem import Problem
from scoring.core.schema import RULES_SCHEMA
from tarokk_club.club.models import RuleSet
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.typed_text import read_name


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSetPlan:
    """What a form says of a set; preset: what its rules began from, or ""."""

    name: str
    game: AnyGame
    rules: HouseRules
    preset: str

    def content(self) -> dict[str, Any]:
        """The plan as the key of the form knows it."""
        rules = rules_to_dict(self.rules)
        return {"name": self.name, "game": self.game.key, "rules": rules, "preset": self.preset}


def checked_rule_set(plan: RuleSetPlan) -> RuleSetPlan:
    """The plan with a tidy name. Raises RefusedError with every fault of it."""
    problems: list[Problem] = []
    name = read_name(plan.name, problems)
    problems += plan.game.check_rules(plan.rules)
    if problems:
        raise RefusedError(problems)
    return replace(plan, name=name)


def fill_rule_set(row: RuleSet, plan: RuleSetPlan) -> None:
    """Write the plan into the row; refuse the name of another set of the club."""
    others = RuleSet.objects.filter(club_id=row.club_id).exclude(pk=row.pk)
    names = {name.casefold() for name in others.values_list("name", flat=True)}
    if plan.name.casefold() in names:
        raise ConflictError([Problem("rules_name_taken", "name")])
    row.name, row.game, row.rules_preset = plan.name, plan.game.key, plan.preset
    row.rules, row.rules_version = rules_to_dict(plan.rules), RULES_SCHEMA
