"""Give a member other roles."""

from collections.abc import Collection
from uuid import UUID

from scoring.core.problem import Problem
from tarokk_club.club.models import Act, Membership, Role
from tarokk_club.club.people.usecases.member_changes import require_someone_left, withdraw_links
from tarokk_club.club.writing.errors import OwnPromotionError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club


def change_roles(
    *, club_id: UUID, form: Submission, user_id: UUID, roles: Collection[str]
) -> Membership:
    """The membership with these roles and no others.

    Raises RefusedError, ConflictError (no owner or secretary would be left), OwnPromotionError,
    Membership.DoesNotExist and what the unit of work raises.
    """
    after = [role.value for role in Role if role in roles]
    content = {"do": "change_roles", "user": str(user_id), "roles": after}

    def change(write: ClubWrite) -> Membership:
        rows = Membership.objects.select_related("user")
        membership = rows.get(club_id=club_id, user_id=user_id)
        before = membership.roles
        if set(before) == set(after):
            return membership
        if not after:
            raise RefusedError([Problem("roles_missing", "roles")])
        if form.by and form.by.id == user_id and not set(after) <= set(before):
            raise OwnPromotionError
        require_someone_left(club_id, but=user_id, kept=after)
        membership.roles = after
        membership.save(update_fields=["roles"])
        withdraw_links(club_id, membership.user, kept=after)
        facts = {"whom": str(user_id), "before": before, "after": after}
        write.log(Act.ROLES_CHANGED, facts)
        return membership

    def repeated(write: ClubWrite) -> Membership:
        rows = Membership.objects.select_related("user")
        return rows.get(club_id=club_id, user_id=user_id)

    return write_to_club(
        club_id,
        Command(form, Right.MEMBERS, content),
        change,
        repeated=repeated,
    )
