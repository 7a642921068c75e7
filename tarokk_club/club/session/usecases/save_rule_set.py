"""Save house rules under a name of the club's own."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Act, RuleSet
from tarokk_club.club.session.usecases.rule_set_plans import (
    RuleSetPlan,
    checked_rule_set,
    fill_rule_set,
)
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def save_rule_set(*, club_id: UUID, form: Submission, plan: RuleSetPlan) -> RuleSet:
    """The new set; the form's key becomes its id.

    Raises RefusedError, ConflictError (the name is another set's) and what the unit of work raises.
    """
    plan = checked_rule_set(plan)
    content = {"do": "save_rule_set", **plan.content()}

    def change(write: ClubWrite) -> RuleSet:
        row = RuleSet(id=form.key, club=write.club, made_at=timezone.now())
        fill_rule_set(row, plan)
        add_new(row)
        write.log(Act.RULES_SAVED, {"rules": str(row.id)})
        return row

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        change,
        repeated=lambda write: RuleSet.objects.filter(club_id=club_id).get(pk=form.key),
    )
