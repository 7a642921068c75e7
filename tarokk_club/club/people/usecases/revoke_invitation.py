"""Take an invitation back."""

from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Act, AuditLine, Invitation
from tarokk_club.club.people.queries.members import may_show
from tarokk_club.club.writing.errors import ForbiddenError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, club_unit_of_work, keep_key


def revoke_invitation(*, club_id: UUID, form: Submission, invitation_id: UUID) -> Invitation:
    """The invitation, which lets nobody in any longer; whoever could make it can take it back.

    Raises Invitation.DoesNotExist and what the unit of work raises.
    """
    content = {"do": "revoke_invitation", "invitation": str(invitation_id)}
    with club_unit_of_work(club_id, form=form, right=Right.INVITE, content=content) as write:
        invitation = Invitation.objects.get(pk=invitation_id, club_id=club_id)
        if write.repeated or invitation.revoked_at:
            return invitation
        if form.by and not may_show(write.roles, invitation):
            raise ForbiddenError(Right.MEMBERS)
        invitation.revoked_at = timezone.now()
        invitation.save(update_fields=["revoked_at"])
        keep_key(write)
        AuditLine.write(club_id, Act.REVOKED, by=form.by, facts={"roles": invitation.roles})
        return invitation
