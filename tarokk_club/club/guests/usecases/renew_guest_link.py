"""Put a new guest link in the place of one that got into wrong hands, or has ended."""

from uuid import UUID

from tarokk_club.club.guests.usecases.guest_links import Showing, put_out, withdraw_link
from tarokk_club.club.models import GuestLink
from tarokk_club.club.models.guests import Lasting
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def renew_guest_link(*, club_id: UUID, form: Submission, link_id: UUID) -> GuestLink:
    """A link to the same page, for the same span from now on; the old one ends in the same moment.

    The form's key becomes the id. Raises RefusedError (nothing to show any more, or the season is
    over), GuestLink.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "renew_guest_link", "link": str(link_id)}

    def change(write: ClubWrite) -> GuestLink:
        old = GuestLink.objects.get(pk=link_id, club_id=club_id)
        if not old.revoked_at:
            withdraw_link(write, old)
        showing = Showing(
            session_id=old.session_id,
            season_id=old.season_id,
            tournament_id=old.tournament_id,
            lasting=Lasting(old.lasting),
            language=old.language,
        )
        return put_out(write, showing)

    return write_to_club(
        club_id,
        Command(form, Right.INVITE, content),
        change,
        repeated=lambda write: GuestLink.objects.get(pk=form.key),
    )
