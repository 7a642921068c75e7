"""Take a guest link back."""

from uuid import UUID

from tarokk_club.club.guests.usecases.guest_links import withdraw_link
from tarokk_club.club.models import GuestLink
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, club_unit_of_work, keep_key


def revoke_guest_link(*, club_id: UUID, form: Submission, link_id: UUID) -> GuestLink:
    """The link, which no longer opens anything.

    Raises GuestLink.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "revoke_guest_link", "link": str(link_id)}
    with club_unit_of_work(club_id, form=form, right=Right.INVITE, content=content) as write:
        link = GuestLink.objects.get(pk=link_id, club_id=club_id)
        if write.repeated or link.revoked_at:
            return link
        withdraw_link(write, link)
        keep_key(write)
        return link
