"""Remove a set of house rules of the club."""

from uuid import UUID

from tarokk_club.club.models import Act, Club, RuleSet
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def remove_rule_set(*, club_id: UUID, form: Submission, rule_set_id: UUID) -> Club:
    """The club, which offers the set no more; sessions that began with it keep what they froze.

    Raises RuleSet.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "remove_rule_set", "rule_set": str(rule_set_id)}

    def change(write: ClubWrite) -> Club:
        RuleSet.objects.get(pk=rule_set_id, club_id=club_id).delete()
        facts = {"rules": str(rule_set_id)}
        write.log(Act.RULES_REMOVED, facts)
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CLUB, content),
        change,
        repeated=lambda write: write.club,
    )
