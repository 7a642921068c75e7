"""Ask the owners of a club to be erased there, or withdraw the request."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Act, Membership
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def ask_erasure(*, club_id: UUID, form: Submission, asked: bool) -> None:
    """The owners see the wish beside the member and in the log. Raises what the unit of work
    raises."""
    content = {"do": "ask_erasure", "asked": asked}

    def change(write: ClubWrite) -> None:
        mine = Membership.objects.get(club_id=club_id, user=form.by)
        if asked == bool(mine.erasure_asked_at):
            return
        mine.erasure_asked_at = timezone.now() if asked else None
        mine.save(update_fields=["erasure_asked_at"])
        act = Act.ERASURE_ASKED if asked else Act.ERASURE_DROPPED
        write.log(act)

    write_to_club(
        club_id,
        Command(form, Right.READ, content),
        change,
        repeated=lambda _write: None,
    )
