"""Give a member other roles."""

from collections.abc import Collection
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, AuditLine, Membership, Role
from tarokk_club.club.people.usecases.member_changes import require_someone_left, withdraw_links
from tarokk_club.club.writing.errors import OwnPromotionError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import Submission, club_unit_of_work, keep_key


def change_roles(
    *, club_id: UUID, form: Submission, user_id: UUID, roles: Collection[str]
) -> Membership:
    """The membership with these roles and no others.

    Raises RefusedError, ConflictError (no owner or secretary would be left), OwnPromotionError,
    Membership.DoesNotExist and what the unit of work raises.
    """
    after = [role.value for role in Role if role in roles]
    content = {"do": "change_roles", "user": str(user_id), "roles": after}
    with club_unit_of_work(club_id, form=form, right=Right.MEMBERS, content=content) as write:
        rows = Membership.objects.select_related("user")
        membership = rows.get(club_id=club_id, user_id=user_id)
        before = membership.roles
        if write.repeated or set(before) == set(after):
            return membership
        if not after:
            raise RefusedError([Problem("roles_missing", "roles")])
        if form.by and form.by.id == user_id and not set(after) <= set(before):
            raise OwnPromotionError
        require_someone_left(club_id, but=user_id, kept=after)
        membership.roles = after
        membership.save(update_fields=["roles"])
        withdraw_links(club_id, membership.user, kept=after)
        keep_key(write)
        facts = {"whom": str(user_id), "before": before, "after": after}
        AuditLine.write(club_id, Act.ROLES_CHANGED, by=form.by, facts=facts)
        return membership
