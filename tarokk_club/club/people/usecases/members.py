"""Use cases that change the roles of members and remove members."""

from collections.abc import Collection
from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import (
    Act,
    ApiKey,
    Arbiter,
    CalendarLink,
    GuestLink,
    Invitation,
    Membership,
    Notice,
    PasswordLink,
    Player,
    Role,
    User,
)
from tarokk_club.club.models.keys import delete_api_keys, end_service_access
from tarokk_club.club.models.members import revoke_links
from tarokk_club.club.models.privacy import (
    RevocationKind,
    build_membership_ident,
    store_revocations,
)
from tarokk_club.club.people.queries.members import load_membership
from tarokk_club.club.writing.errors import ConflictError, OwnPromotionError, RefusedError
from tarokk_club.club.writing.permissions import Right, list_grantable_roles, may
from tarokk_club.club.writing.unit_of_work import ClubWrite, Command, Submission, write_to_club

_NEEDED = {Role.OWNER.value: "last_owner", Role.SECRETARY.value: "last_secretary"}


def require_owner_and_secretary(club_id: UUID, *, but: UUID, roles_left: list[str]) -> None:
    """Raise ConflictError if a change would leave the club without an owner or secretary.

    but: the id of the member who is changed.
    roles_left: the roles of this member after the change.
    """
    rows = Membership.objects.filter(club_id=club_id)
    before = {role for roles in rows.values_list("roles", flat=True) for role in roles}
    other_roles = rows.exclude(user_id=but).values_list("roles", flat=True)
    after = {role for roles in (*other_roles, roles_left) for role in roles}
    lost = [role for role in _NEEDED if role in before - after]
    if lost:
        raise ConflictError([Problem(_NEEDED[role], "roles") for role in lost])


def detach_member(club_id: UUID, user: User) -> None:
    """Remove the user from the club and unlink their player from the account.

    The user's keys, calendar links and other rights in the club end. All invitations for an
    evening are revoked, so that the user cannot use one to return.
    """
    Membership.objects.filter(club_id=club_id, user=user).delete()
    delete_api_keys(ApiKey.objects.filter(club_id=club_id, user=user))
    store_revocations(RevocationKind.MEMBERSHIP, [build_membership_ident(club_id, user.pk)])
    Notice.objects.filter(club_id=club_id, user=user).delete()
    directed = Arbiter.objects.filter(tournament__club=club_id, user=user, ended_at=None)
    directed.update(ended_at=timezone.now())
    revoke_links(CalendarLink.objects.filter(club_id=club_id, made_by=user), at=timezone.now())
    CalendarLink.objects.filter(club_id=club_id, made_by=user).delete()
    Player.objects.filter(club_id=club_id, user=user).update(user=None)
    revoke_links_beyond_roles(club_id, user, roles_left=[])
    evening = Invitation.objects.filter(club_id=club_id, uses_left=None)
    revoke_links(evening, at=timezone.now())


def revoke_links_beyond_roles(club_id: UUID, user: User, *, roles_left: list[str]) -> None:
    """Revoke the links that the user created but could no longer create.

    If the user is no longer an owner, the access of their service keys to the club ends too.

    roles_left: the roles that the user still has.
    """
    now = timezone.now()
    gives = set(list_grantable_roles(roles_left))
    invitations = Invitation.objects.filter(club_id=club_id, made_by=user, revoked_at=None)
    beyond = [row.pk for row in invitations if not set(row.roles) <= gives]
    revoke_links(invitations.filter(pk__in=beyond), at=now)
    if not may(roles_left, Right.INVITE):
        revoke_links(GuestLink.objects.filter(club_id=club_id, made_by=user), at=now)
    if Role.OWNER not in roles_left:
        end_service_access(club_id, user)
        revoke_links(PasswordLink.objects.filter(club_id=club_id, made_by=user), at=now)


def change_roles(
    *, club_id: UUID, form: Submission, user_id: UUID, roles: Collection[str]
) -> Membership:
    """Set the roles of a member and return the membership.

    Links that the member could no longer create are revoked.

    Raise RefusedError if there are no roles.
    Raise OwnPromotionError if users give themselves a role.
    Raise ConflictError if no owner or secretary would be left.
    Raise Membership.DoesNotExist, and the errors of the unit of work.
    """
    after = [role.value for role in Role if role in roles]
    content = {"do": "change_roles", "user": str(user_id), "roles": after}

    def save_roles(write: ClubWrite) -> Membership:
        membership = load_membership(club_id, user_id)
        before = membership.roles
        if set(before) == set(after):
            return membership
        if not after:
            raise RefusedError([Problem("roles_missing", "roles")])
        if form.by and form.by.id == user_id and not set(after) <= set(before):
            raise OwnPromotionError
        require_owner_and_secretary(club_id, but=user_id, roles_left=after)
        membership.roles = after
        membership.save(update_fields=["roles"])
        revoke_links_beyond_roles(club_id, membership.user, roles_left=after)
        facts = {"whom": str(user_id), "before": before, "after": after}
        write.log(Act.ROLES_CHANGED, facts)
        return membership

    return write_to_club(
        club_id,
        Command(form, Right.MEMBERS, content),
        save_roles,
        repeated=lambda write: load_membership(club_id, user_id),
    )


def remove_member(*, club_id: UUID, form: Submission, user_id: UUID) -> User:
    """Remove a member from the club and return the user; all records of the user remain.

    The player of the member is unlinked, and all invitations for an evening are revoked.

    Raise ConflictError if no owner or secretary would be left.
    Raise User.DoesNotExist, and the errors of the unit of work.
    """
    content = {"do": "remove_member", "user": str(user_id)}

    def detach_and_log(write: ClubWrite) -> User:
        user = User.objects.get(pk=user_id, memberships__club_id=club_id)
        require_owner_and_secretary(club_id, but=user_id, roles_left=[])
        detach_member(club_id, user)
        if form.by and form.by.id == user_id:
            write.log(Act.LEFT)
        else:
            write.log(Act.REMOVED, {"whom": str(user_id)})
        return user

    return write_to_club(
        club_id,
        Command(form, Right.MEMBERS, content),
        detach_and_log,
        repeated=lambda write: User.objects.get(pk=user_id),
    )
