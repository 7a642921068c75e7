"""Create and revoke the private calendar link of a member."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Act, CalendarLink, Club
from tarokk_club.club.models.members import revoke_links
from tarokk_club.club.writing.errors import ForbiddenError
from tarokk_club.club.writing.idempotency import insert_with_client_id
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def make_calendar_link(*, club_id: UUID, form: Submission) -> CalendarLink:
    """Create a calendar link for the user in place of the previous one, and return it.

    form: submission whose key becomes the id of the link.
    Raise ForbiddenError for the operator, who is not a user of the club.
    Raise any error of the unit of work.
    """
    content = {"do": "make_calendar_link"}

    def replace_link(write: ClubWrite) -> CalendarLink:
        if form.by is None:
            raise ForbiddenError(Right.CLAIM)
        now = timezone.now()
        revoke_links(CalendarLink.objects.filter(club=write.club, made_by=form.by), at=now)
        link = CalendarLink(id=form.key, club=write.club, made_by=form.by, made_at=now)
        link.set_token_hash()
        insert_with_client_id(link)
        write.log(Act.CALENDAR_LINK)
        return link

    def load_earlier_result(write: ClubWrite) -> CalendarLink:
        if form.by is None:
            raise ForbiddenError(Right.CLAIM)
        return CalendarLink.objects.get(pk=form.key)

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        replace_link,
        repeated=load_earlier_result,
    )


def revoke_calendar_link(*, club_id: UUID, form: Submission) -> Club:
    """Revoke the user's calendar link and return the club.

    Raise any error of the unit of work.
    """
    content = {"do": "revoke_calendar_link"}

    def revoke_link(write: ClubWrite) -> Club:
        mine = CalendarLink.objects.filter(club=write.club, made_by=form.by)
        if form.by is not None and revoke_links(mine, at=write.at):
            write.log(Act.CALENDAR_GONE)
        return write.club

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        revoke_link,
        repeated=lambda write: write.club,
    )
