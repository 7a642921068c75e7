"""Take back the link by which one's own calendar reads the evenings of a club."""

from uuid import UUID

from tarokk_club.club.models import Act, CalendarLink, Club
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def revoke_calendar_link(*, club_id: UUID, form: Submission) -> Club:
    """The club, whose evenings no link of the person opens any more.

    Raises what the unit of work raises.
    """
    content = {"do": "revoke_calendar_link"}

    def change(write: ClubWrite) -> Club:
        mine = CalendarLink.objects.filter(club=write.club, made_by=form.by, revoked_at=None)
        if form.by is not None and mine.update(revoked_at=write.at):
            write.log(Act.CALENDAR_GONE)
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        change,
        repeated=lambda write: write.club,
    )
