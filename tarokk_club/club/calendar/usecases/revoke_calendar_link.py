"""Take back the link by which one's own calendar reads the evenings of a club."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Act, AuditLine, CalendarLink, Club
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, club_unit_of_work, keep_key


def revoke_calendar_link(*, club_id: UUID, form: Submission) -> Club:
    """The club, whose evenings no link of the person opens any more.

    Raises what the unit of work raises.
    """
    content = {"do": "revoke_calendar_link"}
    with club_unit_of_work(club_id, form=form, right=Right.CLAIM, content=content) as write:
        mine = CalendarLink.objects.filter(club=write.club, made_by=form.by, revoked_at=None)
        if form.by is None or write.repeated or not mine.update(revoked_at=timezone.now()):
            return write.club
        keep_key(write)
        AuditLine.write(club_id, Act.CALENDAR_GONE, by=form.by)
        return write.club
