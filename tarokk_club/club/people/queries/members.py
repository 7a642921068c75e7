"""The members of a club and the links that are still open."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tarokk_club.club.models import Invitation, Membership, PasswordLink, Player, Role, User
from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.values import link_tokens
from tarokk_club.club.writing.permissions import grantable_roles
from tarokk_club.database.clock import CLOCK_SKEW, is_ahead, within

# How many can use an invitation for an evening; a larger event needs another one.
MOST_AN_EVENING = 40


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member in the list.

    player, player_id: the member's player, "" if there is none.
    asks: whether the member has asked to be erased.
    """

    user_id: UUID
    name: str
    username: str
    roles: tuple[str, ...]
    since: datetime
    player: str
    player_id: str
    asks: bool


def member_rows(club_id: UUID) -> tuple[MemberRow, ...]:
    """Return all members by name, in two queries."""
    plays = _players_of_members(club_id)
    rows = Membership.objects.filter(club_id=club_id).select_related("user")
    found = [_row(one, plays) for one in rows]
    return tuple(sorted(found, key=lambda row: (collation_key(row.name), row.username)))


def member_row(club_id: UUID, user_id: UUID) -> MemberRow | None:
    """Return one member, or None if the user is not a member."""
    rows = Membership.objects.filter(club_id=club_id, user_id=user_id).select_related("user")
    one = rows.first()
    return _row(one, _players_of_members(club_id)) if one else None


def _players_of_members(club_id: UUID) -> dict[UUID | None, Player]:
    claimed = Player.objects.filter(club_id=club_id).exclude(user=None)
    return {one.user_id: one for one in claimed}


def _row(membership: Membership, plays: Mapping[UUID | None, Player]) -> MemberRow:
    user = membership.user
    player = plays.get(user.id)
    return MemberRow(
        user_id=user.id,
        name=user.name,
        username=user.username,
        roles=tuple(membership.roles),
        since=membership.since,
        player=player.name if player else "",
        player_id=str(player.pk) if player else "",
        asks=membership.erasure_asked_at is not None,
    )


def memberships_with_erasure_requests(user: User) -> tuple[Membership, ...]:
    """Return the user's memberships, each with whether the user has asked to be erased there."""
    rows = Membership.objects.filter(user=user).select_related("club")
    return tuple(rows.order_by("club__name", "club__slug"))


def free_players(club_id: UUID) -> tuple[tuple[str, str], ...]:
    """Return the id and name of every active player who belongs to no account, by name."""
    free = Player.objects.filter(club_id=club_id, user=None, archived_at=None)
    rows = [(str(pk), name) for pk, name in free.values_list("pk", "name")]
    return tuple(sorted(rows, key=lambda row: collation_key(row[1])))


def open_invitations() -> QuerySet[Invitation]:
    """Return the invitations that can still be used, newest first."""
    left = Q(uses_left=None, used__lt=MOST_AN_EVENING) | Q(uses_left__gt=0)
    unclaimed = Q(player=None) | Q(player__user=None)
    now = timezone.now()
    standing = Invitation.objects.filter(
        left, unclaimed, revoked_at=None, expires_at__gt=now, made_at__lte=now + CLOCK_SKEW
    )
    return standing.select_related("club", "player", "made_by").order_by("-made_at", "-id")


def invitation_of(token: str) -> Invitation | None:
    """Return the open invitation of a link's token, or None."""
    return open_invitations().filter(token_hash=link_tokens.hash_token(token)).first()


def count_recent_invitations(user: User, span: timedelta) -> int:
    """Return the number of invitations that the user created within this time, in all clubs."""
    return Invitation.objects.filter(within("made_at", span), made_by=user).count()


def may_see_invitation(roles: list[str], invitation: Invitation) -> bool:
    """Return whether a user with these roles may see the link, which is whether they could create
    it.
    """
    return set(invitation.roles) <= set(grantable_roles(roles))


def roles_of(club_id: UUID, user: User) -> list[str]:
    """Return the roles of a user in a club, empty if the user is not a member."""
    rows = Membership.objects.filter(club_id=club_id, user=user)
    return rows.values_list("roles", flat=True).first() or []


def password_fingerprint(user: User) -> str:
    """Return a digest that changes with the password and reveals nothing about it."""
    return salted_hmac("tarokk_club.password_mark", user.password, algorithm="sha256").hexdigest()


def password_link_of(token: str) -> PasswordLink | None:
    """Return the open password link of a token, or None."""
    rows = PasswordLink.objects.select_related("club", "user", "made_by")
    link = rows.filter(token_hash=link_tokens.hash_token(token)).first()
    return link if link and is_usable_password_link(link) else None


def is_usable_password_link(link: PasswordLink) -> bool:
    """Return whether a password link can be used.

    It cannot once it has ended, the password has changed or its creator may no longer reset the
    account.
    """
    ended = link.revoked_at or link.used_at or link.expires_at <= timezone.now()
    if ended or is_ahead(link.made_at) or not link.user.is_active:
        return False
    same = constant_time_compare(link.password_mark, password_fingerprint(link.user))
    return same and may_reset_password(link.made_by, link.user)


def may_reset_password(owner: User | None, user: User) -> bool:
    """Return whether an owner may create a password link for a user.

    The owner must own every club of that user, because otherwise one club could open another
    club's score book.
    """
    if owner is None:
        return True
    clubs = set(Membership.objects.filter(user=user).values_list("club_id", flat=True))
    mine = Membership.objects.filter(user=owner, club_id__in=clubs)
    rows = mine.values_list("club_id", "roles")
    owned = {club_id for club_id, roles in rows if Role.OWNER in roles}
    return bool(clubs) and clubs == owned and not user.is_staff and not user.is_superuser
