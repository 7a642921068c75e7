"""Save, change and remove the house rules of a club."""

from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.utils import timezone

from scoring.core.game import AnyGame
from scoring.core.options import HouseRules, serialize_rules
from scoring.core.problem import Problem
from scoring.core.reader import RULES_SCHEMA
from tarokk_club.club.models import Act, Club, RuleSet
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.typed_text import read_name
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSetPlan:
    """The values of the form that saves or changes a rule set.

    preset: the preset on which the rules are based, or "".
    """

    name: str
    game: AnyGame
    rules: HouseRules
    preset: str

    def build_content(self) -> dict[str, Any]:
        """Return the plan as JSON values, for the fingerprint of the form."""
        rules = serialize_rules(self.rules)
        return {"name": self.name, "game": self.game.key, "rules": rules, "preset": self.preset}


def validate_rule_set(plan: RuleSetPlan) -> RuleSetPlan:
    """Return the plan with a normalised name.

    Raise RefusedError with all errors in the name and the rules.
    """
    problems: list[Problem] = []
    name = read_name(plan.name, problems)
    problems += plan.game.check_rules(plan.rules)
    if problems:
        raise RefusedError(problems)
    return replace(plan, name=name)


def _require_free_name(row: RuleSet, name: str) -> None:
    """Raise ConflictError if another rule set of the club has this name, ignoring case."""
    others = RuleSet.objects.filter(club_id=row.club_id).exclude(pk=row.pk)
    names = {name.casefold() for name in others.values_list("name", flat=True)}
    if name.casefold() in names:
        raise ConflictError([Problem("rules_name_taken", "name")])


def _copy_plan(row: RuleSet, plan: RuleSetPlan) -> None:
    row.name, row.game, row.rules_preset = plan.name, plan.game.key, plan.preset
    row.rules, row.rules_version = serialize_rules(plan.rules), RULES_SCHEMA


def save_rule_set(*, club_id: UUID, form: Submission, plan: RuleSetPlan) -> RuleSet:
    """Save a new rule set; the form's key becomes its id.

    Raise ConflictError if another set has the name, or RefusedError if the plan is invalid.
    Raise the errors of the unit of work.
    """
    plan = validate_rule_set(plan)
    content = {"do": "save_rule_set", **plan.build_content()}

    def save_new_row(write: ClubWrite) -> RuleSet:
        row = RuleSet(id=form.key, club=write.club, made_at=timezone.now())
        _require_free_name(row, plan.name)
        _copy_plan(row, plan)
        insert_with_client_id(row)
        write.log(Act.RULES_SAVED, {"rules": str(row.id)})
        return row

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        save_new_row,
        repeated=lambda write: RuleSet.objects.filter(club_id=club_id).get(pk=form.key),
    )


def change_rule_set(
    *, club_id: UUID, form: Submission, rule_set_id: UUID, plan: RuleSetPlan
) -> RuleSet:
    """Change a set; sessions that started with it keep their rules.

    Raise ConflictError if another set has the name, or RefusedError if the plan is invalid.
    Raise RuleSet.DoesNotExist and the errors of the unit of work.
    """
    plan = validate_rule_set(plan)
    content = {"do": "change_rule_set", "rule_set": str(rule_set_id), **plan.build_content()}

    def update_row(write: ClubWrite) -> RuleSet:
        row = RuleSet.objects.get(pk=rule_set_id, club_id=club_id)
        _require_free_name(row, plan.name)
        _copy_plan(row, plan)
        row.save()
        write.log(Act.RULES_CHANGED, {"rules": str(row.id)})
        return row

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        update_row,
        repeated=lambda write: RuleSet.objects.get(pk=rule_set_id, club_id=club_id),
    )


def remove_rule_set(*, club_id: UUID, form: Submission, rule_set_id: UUID) -> Club:
    """Remove a set; sessions that started with it keep their rules.

    Raise RuleSet.DoesNotExist and the errors of the unit of work.
    """
    content = {"do": "remove_rule_set", "rule_set": str(rule_set_id)}

    def delete_row(write: ClubWrite) -> Club:
        RuleSet.objects.get(pk=rule_set_id, club_id=club_id).delete()
        facts = {"rules": str(rule_set_id)}
        write.log(Act.RULES_REMOVED, facts)
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        delete_row,
        repeated=lambda write: write.club,
    )
