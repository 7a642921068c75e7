"""Make and revoke a private calendar address."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Act, CalendarLink, Club
from tarokk_club.club.writing.errors import ForbiddenError
from tarokk_club.club.writing.idempotency import add_new
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def make_calendar_link(*, club_id: UUID, form: Submission) -> CalendarLink:
    """A link of the person's own, in the place of the one before, which ends; the form's key
    becomes its id.

    Raises ForbiddenError (the operator has no calendar here) and what the unit of work raises.
    """
    content = {"do": "make_calendar_link"}

    def change(write: ClubWrite) -> CalendarLink:
        if form.by is None:
            raise ForbiddenError(Right.CLAIM)
        now = timezone.now()
        mine = CalendarLink.objects.filter(club=write.club, made_by=form.by, revoked_at=None)
        mine.update(revoked_at=now)
        link = CalendarLink(id=form.key, club=write.club, made_by=form.by, made_at=now)
        link.make_token()
        add_new(link)
        write.log(Act.CALENDAR_LINK)
        return link

    def repeated(write: ClubWrite) -> CalendarLink:
        if form.by is None:
            raise ForbiddenError(Right.CLAIM)
        return CalendarLink.objects.get(pk=form.key)

    return write_to_club(
        club_id,
        Command(form, Right.CLAIM, content),
        change,
        repeated=repeated,
    )


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
