"""Save house rules under a name of the club's own."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Act, AuditLine, RuleSet
from tarokk_club.club.session.usecases.rule_set_plans import (
    RuleSetPlan,
    checked_rule_set,
    fill_rule_set,
)
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, club_unit_of_work, keep_key


def save_rule_set(*, club_id: UUID, form: Submission, plan: RuleSetPlan) -> RuleSet:
    """The new set; the form's key becomes its id.

    Raises RefusedError, ConflictError (the name is another set's) and what the unit of work raises.
    """
    plan = checked_rule_set(plan)
    content = {"do": "save_rule_set", **plan.content()}
    with club_unit_of_work(club_id, form=form, right=Right.CLUB, content=content) as write:
        if write.repeated:
            return RuleSet.objects.filter(club_id=club_id).get(pk=form.key)
        row = RuleSet(id=form.key, club=write.club, made_at=timezone.now())
        fill_rule_set(row, plan)
        add_new(row)
        keep_key(write)
        AuditLine.write(club_id, Act.RULES_SAVED, by=form.by, facts={"rules": str(row.id)})
        return row
