"""The members of a club and the links that are open: who is in, who may still come."""

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
from tarokk_club.club.writing.permissions import may_give
from tarokk_club.database.clock import CLOCK_SKEW, is_ahead, within

# As many come by one invitation of an evening; a larger hall makes another.
MOST_AN_EVENING = 40


@dataclass(frozen=True, slots=True)
class MemberRow:
    """One member in the list.

    player, player_id: as whom the person plays, "" for none; asks: to be erased.
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
    """All members by name, in two queries."""
    plays = _players_of_members(club_id)
    rows = Membership.objects.filter(club_id=club_id).select_related("user")
    found = [_row(one, plays) for one in rows]
    return tuple(sorted(found, key=lambda row: (collation_key(row.name), row.username)))


def member_row(club_id: UUID, user_id: UUID) -> MemberRow | None:
    """One member, None for anybody else."""
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


def wishes_of(user: User) -> tuple[Membership, ...]:
    """The clubs of a person, each with whether the person asks to be erased there."""
    rows = Membership.objects.filter(user=user).select_related("club")
    return tuple(rows.order_by("club__name", "club__slug"))


def free_players(club_id: UUID) -> tuple[tuple[str, str], ...]:
    """Id and name of everybody in the book who belongs to no account, by name."""
    free = Player.objects.filter(club_id=club_id, user=None, archived_at=None)
    rows = [(str(pk), name) for pk, name in free.values_list("pk", "name")]
    return tuple(sorted(rows, key=lambda row: collation_key(row[1])))


def open_invitations() -> QuerySet[Invitation]:
    """The invitations by which somebody can still come, newest first."""
    left = Q(uses_left=None, used__lt=MOST_AN_EVENING) | Q(uses_left__gt=0)
    unclaimed = Q(player=None) | Q(player__user=None)
    now = timezone.now()
    standing = Invitation.objects.filter(
        left, unclaimed, revoked_at=None, expires_at__gt=now, made_at__lte=now + CLOCK_SKEW
    )
    return standing.select_related("club", "player", "made_by").order_by("-made_at", "-id")


def invitation_of(token: str) -> Invitation | None:
    """The open invitation that a link leads to."""
    return open_invitations().filter(token_hash=link_tokens.hash_of(token)).first()


def made_within(user: User, span: timedelta) -> int:
    """How many invitations somebody has made lately, in all clubs."""
    return Invitation.objects.filter(within("made_at", span), made_by=user).count()


def may_show(roles: list[str], invitation: Invitation) -> bool:
    """Whether somebody with these roles may hold the link: whoever could make it may."""
    return set(invitation.roles) <= set(may_give(roles))


def roles_of(club_id: UUID, user: User) -> list[str]:
    """The roles of a person in a club; none for a stranger."""
    rows = Membership.objects.filter(club_id=club_id, user=user)
    return rows.values_list("roles", flat=True).first() or []


def password_mark(user: User) -> str:
    """What changes with the password, and tells nothing about it."""
    return salted_hmac("tarokk_club.password_mark", user.password, algorithm="sha256").hexdigest()


def password_link_of(token: str) -> PasswordLink | None:
    """The open password link that a link leads to."""
    rows = PasswordLink.objects.select_related("club", "user", "made_by")
    link = rows.filter(token_hash=link_tokens.hash_of(token)).first()
    return link if link and is_standing(link) else None


def is_standing(link: PasswordLink) -> bool:
    """Whether the link can be used: the password is the old one, the maker may open the account."""
    ended = link.revoked_at or link.used_at or link.expires_at <= timezone.now()
    if ended or is_ahead(link.made_at) or not link.user.is_active:
        return False
    same = constant_time_compare(link.password_mark, password_mark(link.user))
    return same and may_open(link.made_by, link.user)


def may_open(owner: User | None, user: User) -> bool:
    """Whether an owner may let somebody choose a new password.

    Only where the owner owns every club of that person: else one club would open another's book.
    """
    if owner is None:
        return True
    clubs = set(Membership.objects.filter(user=user).values_list("club_id", flat=True))
    mine = Membership.objects.filter(user=owner, club_id__in=clubs)
    rows = mine.values_list("club_id", "roles")
    owned = {club_id for club_id, roles in rows if Role.OWNER in roles}
    return bool(clubs) and clubs == owned and not user.is_staff and not user.is_superuser
