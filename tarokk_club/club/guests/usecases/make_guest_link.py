"""Let people without an account read one page of a club."""

from uuid import UUID

from tarokk_club.club.guests.usecases.guest_links import Showing, put_out
from tarokk_club.club.models import GuestLink
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def make_guest_link(*, club_id: UUID, form: Submission, showing: Showing) -> GuestLink:
    """An open link; the form's key becomes the id. Raises RefusedError and what the unit of work
    raises."""
    content = {
        "do": "make_guest_link",
        "session": str(showing.session_id or ""),
        "season": str(showing.season_id or ""),
        "tournament": str(showing.tournament_id or ""),
        "lasting": showing.lasting.value,
        "language": showing.language,
    }

    def change(write: ClubWrite) -> GuestLink:
        return put_out(write, showing)

    return write_to_club(
        club_id,
        Command(form, Right.INVITE, content),
        change,
        repeated=lambda write: GuestLink.objects.get(pk=form.key),
    )
