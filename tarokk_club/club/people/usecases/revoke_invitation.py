"""Take an invitation back."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Act, Invitation
from tarokk_club.club.people.queries.members import may_show
from tarokk_club.club.writing.errors import ForbiddenError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def revoke_invitation(*, club_id: UUID, form: Submission, invitation_id: UUID) -> Invitation:
    """The invitation, which lets nobody in any longer; whoever could make it can take it back.

    Raises Invitation.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "revoke_invitation", "invitation": str(invitation_id)}

    def change(write: ClubWrite) -> Invitation:
        invitation = Invitation.objects.get(pk=invitation_id, club_id=club_id)
        if invitation.revoked_at:
            return invitation
        if form.by and not may_show(write.roles, invitation):
            raise ForbiddenError(Right.MEMBERS)
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        write.log(Act.REVOKED, {"roles": invitation.roles})
        return invitation

    return write_to_club(
        club_id,
        Command(form, Right.INVITE, content),
        change,
        repeated=lambda write: Invitation.objects.get(pk=invitation_id, club_id=club_id),
    )
