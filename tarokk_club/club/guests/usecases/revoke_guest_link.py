"""Take a guest link back."""

from uuid import UUID

from tarokk_club.club.guests.usecases.guest_links import withdraw_link
from tarokk_club.club.models import GuestLink
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def revoke_guest_link(*, club_id: UUID, form: Submission, link_id: UUID) -> GuestLink:
    """The link, which no longer opens anything.

    Raises GuestLink.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "revoke_guest_link", "link": str(link_id)}

    def change(write: ClubWrite) -> GuestLink:
        link = GuestLink.objects.get(pk=link_id, club_id=club_id)
        if link.revoked_at:
            return link
        withdraw_link(write, link)
        return link

    return write_to_club(
        club_id,
        Command(form, Right.INVITE, content),
        change,
        repeated=lambda write: GuestLink.objects.get(pk=link_id, club_id=club_id),
    )
