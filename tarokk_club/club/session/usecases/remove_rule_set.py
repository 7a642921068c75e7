"""Remove a set of house rules of the club."""

from uuid import UUID

from tarokk_club.club.models import Act, AuditLine, Club, RuleSet
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, club_unit_of_work, keep_key


def remove_rule_set(*, club_id: UUID, form: Submission, rule_set_id: UUID) -> Club:
    """The club, which offers the set no more; sessions that began with it keep what they froze.

    Raises RuleSet.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "remove_rule_set", "rule_set": str(rule_set_id)}
    with club_unit_of_work(club_id, form=form, right=Right.CLUB, content=content) as write:
        if write.repeated:
            return write.club
        RuleSet.objects.get(pk=rule_set_id, club_id=club_id).delete()
        keep_key(write)
        facts = {"rules": str(rule_set_id)}
        AuditLine.write(club_id, Act.RULES_REMOVED, by=form.by, facts=facts)
        return write.club
