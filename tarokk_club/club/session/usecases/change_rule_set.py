"""Rename a set of house rules of the club, or change its rules."""

from uuid import UUID

from tarokk_club.club.models import Act, RuleSet
from tarokk_club.club.session.usecases.rule_set_plans import (
    RuleSetPlan,
    checked_rule_set,
    fill_rule_set,
)
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def change_rule_set(
    *, club_id: UUID, form: Submission, rule_set_id: UUID, plan: RuleSetPlan
) -> RuleSet:
    """The set as it is offered from now on; sessions that began with it keep what they froze.

    Raises RefusedError, ConflictError (the name is another set's), RuleSet.DoesNotExist and what
    the unit of work raises.
    """
    plan = checked_rule_set(plan)
    content = {"do": "change_rule_set", "rule_set": str(rule_set_id), **plan.content()}

    def change(write: ClubWrite) -> RuleSet:
        row = RuleSet.objects.get(pk=rule_set_id, club_id=club_id)
        fill_rule_set(row, plan)
        row.save()
        write.log(Act.RULES_CHANGED, {"rules": str(row.id)})
        return row

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        change,
        repeated=lambda write: RuleSet.objects.get(pk=rule_set_id, club_id=club_id),
    )
