"""Ask the owners of a club to be erased there, or withdraw the request."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Act, AuditLine, Membership
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, club_unit_of_work, keep_key


def ask_erasure(*, club_id: UUID, form: Submission, asked: bool) -> None:
    """The owners see the wish beside the member and in the log. Raises what the unit of work
    raises."""
    content = {"do": "ask_erasure", "asked": asked}
    with club_unit_of_work(club_id, form=form, right=Right.READ, content=content) as write:
        mine = Membership.objects.get(club_id=club_id, user=form.by)
        if write.repeated or asked == bool(mine.erasure_asked_at):
            return
        mine.erasure_asked_at = timezone.now() if asked else None
        mine.save(update_fields=["erasure_asked_at"])
        keep_key(write)
        act = Act.ERASURE_ASKED if asked else Act.ERASURE_DROPPED
        AuditLine.write(club_id, act, by=form.by)
