"""What every change of a member leaves in order: who rules, who keeps the book, open links."""

from uuid import UUID

from django.utils import timezone

from scoring.core.problem import Problem
from tarokk_club.club.models import (
    ApiKey,
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
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.permissions import Right, may, may_give

_NEEDED = {Role.OWNER.value: "last_owner", Role.SECRETARY.value: "last_secretary"}


def require_someone_left(club_id: UUID, *, but: UUID, kept: list[str]) -> None:
    """Refuse what would leave the club without owner or secretary.

    but: the member who changes; kept: the roles this member has afterwards.
    """
    rows = Membership.objects.filter(club_id=club_id)
    before = {role for roles in rows.values_list("roles", flat=True) for role in roles}
    others = rows.exclude(user_id=but).values_list("roles", flat=True)
    after = {role for roles in (*others, kept) for role in roles}
    lost = [role for role in _NEEDED if role in before - after]
    if lost:
        raise ConflictError([Problem(_NEEDED[role], "roles") for role in lost])


def part_with(club_id: UUID, user: User) -> None:
    """Make the person a stranger to the club; the player belongs to no account again.

    The links of this evening end, so that nobody comes back by one.
    """
    Membership.objects.filter(club_id=club_id, user=user).delete()
    ApiKey.objects.filter(club_id=club_id, user=user).delete()
    Notice.objects.filter(club_id=club_id, user=user).delete()
    CalendarLink.objects.filter(club_id=club_id, made_by=user).delete()
    Player.objects.filter(club_id=club_id, user=user).update(user=None)
    withdraw_links(club_id, user, kept=[])
    evening = Invitation.objects.filter(club_id=club_id, uses_left=None, revoked_at=None)
    evening.update(revoked_at=timezone.now())


def withdraw_links(club_id: UUID, user: User, *, kept: list[str]) -> None:
    """Revoke what somebody handed out and, with the roles kept, could hand out no more."""
    now = timezone.now()
    gives = set(may_give(kept))
    for invitation in Invitation.objects.filter(club_id=club_id, made_by=user, revoked_at=None):
        if not set(invitation.roles) <= gives:
            invitation.revoked_at = now
            invitation.save(update_fields=["revoked_at"])
    if not may(kept, Right.INVITE):
        shown = GuestLink.objects.filter(club_id=club_id, made_by=user, revoked_at=None)
        shown.update(revoked_at=now)
    if Role.OWNER not in kept:
        links = PasswordLink.objects.filter(club_id=club_id, made_by=user, revoked_at=None)
        links.update(revoked_at=now)
