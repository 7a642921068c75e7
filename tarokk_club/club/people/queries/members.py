"""Queries for the members of a club, invitations and password links."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import DateTimeField, Q, QuerySet, UUIDField
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from tarokk_club.club.models import Invitation, Membership, PasswordLink, Player, Role, User
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.values import link_tokens
from tarokk_club.club.writing.permissions import list_grantable_roles
from tarokk_club.database.clock import CLOCK_SKEW, build_recent_condition, is_ahead
from tarokk_club.database.prepared import Parameter, PreparedQuery, select_count

# The number of people who can join with one invitation for an evening.
MOST_AN_EVENING = 40


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A row of the list of members.

    player, player_id: the name and id of the member's player; "" for none.
    asks: whether the member has requested erasure.
    """

    user_id: UUID
    name: str
    username: str
    roles: tuple[str, ...]
    since: datetime
    player: str
    player_id: str
    asks: bool


def load_member_rows(club_id: UUID) -> tuple[MemberRow, ...]:
    """Return all members of the club, sorted by name."""
    plays = _load_players_of_members(club_id)
    rows = Membership.objects.filter(club_id=club_id).select_related("user")
    members = [_build_member_row(row, plays) for row in rows]
    return tuple(sorted(members, key=lambda row: (build_sort_key(row.name), row.username)))


def load_member_row(club_id: UUID, user_id: UUID) -> MemberRow | None:
    """Return the row of a member, or None if the user is not a member."""
    rows = Membership.objects.filter(club_id=club_id, user_id=user_id).select_related("user")
    row = rows.first()
    return _build_member_row(row, _load_players_of_members(club_id)) if row else None


def _load_players_of_members(club_id: UUID) -> dict[UUID | None, Player]:
    claimed = Player.objects.filter(club_id=club_id).exclude(user=None)
    return {player.user_id: player for player in claimed}


def _build_member_row(membership: Membership, plays: Mapping[UUID | None, Player]) -> MemberRow:
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


def load_membership(club_id: UUID, user_id: UUID) -> Membership:
    """Return a user's membership in a club, with the user loaded.

    Raise Membership.DoesNotExist.
    """
    rows = Membership.objects.select_related("user")
    return rows.get(club_id=club_id, user_id=user_id)


def load_memberships(user: User) -> tuple[Membership, ...]:
    """Return the user's memberships with their clubs, ordered by the club's name."""
    rows = Membership.objects.filter(user=user).select_related("club").order_by("club__slug")
    return tuple(sorted(rows, key=lambda row: build_sort_key(row.club.name)))


def list_all_players_without_account(club_id: UUID) -> tuple[tuple[str, str], ...]:
    """Return the id and name of every active player without an account, sorted by name.

    Tournament guests are included.
    """
    free = Player.objects.filter(club_id=club_id, user=None, archived_at=None)
    rows = [(str(pk), name) for pk, name in free.values_list("pk", "name")]
    return tuple(sorted(rows, key=lambda row: build_sort_key(row[1])))


def select_open_invitations() -> QuerySet[Invitation]:
    """Return all clubs' invitations that can still be used, newest first."""
    now = timezone.now()
    valid = build_open_invitations_query(now, now + CLOCK_SKEW)
    return valid.select_related("club", "player", "made_by").order_by("-made_at", "-id")


def count_open_invitations(club_id: UUID) -> int:
    """Return the number of the club's invitations that can still be used."""
    now = timezone.now()
    return int(_OPEN_INVITATIONS.first(club=club_id, now=now, latest=now + CLOCK_SKEW))


def build_open_invitations_query(
    now: datetime | Parameter, latest: datetime | Parameter
) -> QuerySet[Invitation]:
    """Return a query for the invitations that can be used now.

    now: the current time.
    latest: the latest plausible time of creation, slightly in the future for skewed clocks.
    """
    uses_remain = Q(uses_left=None, used__lt=MOST_AN_EVENING) | Q(uses_left__gt=0)
    unclaimed = Q(player=None) | Q(player__user=None)
    return Invitation.objects.filter(
        uses_remain, unclaimed, revoked_at=None, expires_at__gt=now, made_at__lte=latest
    )


_OPEN_INVITATIONS = PreparedQuery(
    lambda: select_count(
        build_open_invitations_query(
            Parameter("now", DateTimeField()), Parameter("latest", DateTimeField())
        ).filter(club=Parameter("club", UUIDField()))
    )
)


def find_open_invitation(token: str) -> Invitation | None:
    """Return the open invitation with this token, or None."""
    return select_open_invitations().filter(token_hash=link_tokens.hash_token(token)).first()


def count_recent_invitations(user: User, span: timedelta) -> int:
    """Return the number of invitations that the user created in all clubs in the last `span`."""
    return Invitation.objects.filter(build_recent_condition("made_at", span), made_by=user).count()


def may_see_invitation(roles: list[str], invitation: Invitation) -> bool:
    """Return whether a user with these roles could create the invitation, and so may see it."""
    return set(invitation.roles) <= set(list_grantable_roles(roles))


def load_member_roles(club_id: UUID, user: User) -> list[str]:
    """Return the roles of a user in a club; none if the user is not a member."""
    rows = Membership.objects.filter(club_id=club_id, user=user)
    return rows.values_list("roles", flat=True).first() or []


def compute_password_fingerprint(user: User) -> str:
    """Return a digest that changes whenever the password changes."""
    return salted_hmac("tarokk_club.password_mark", user.password, algorithm="sha256").hexdigest()


def find_usable_password_link(token: str) -> PasswordLink | None:
    """Return the usable password link with this token, or None."""
    rows = PasswordLink.objects.select_related("club", "user", "made_by")
    link = rows.filter(token_hash=link_tokens.hash_token(token)).first()
    return link if link and is_usable_password_link(link) else None


def is_usable_password_link(link: PasswordLink) -> bool:
    """Return whether the password link can still be used.

    A link ends when it is used, revoked or expired, when the account is closed or its password
    changes, or when the creator of the link may no longer reset the password.
    """
    ended = link.revoked_at or link.used_at or link.expires_at <= timezone.now()
    if ended or is_ahead(link.made_at) or not link.user.is_active:
        return False
    is_unchanged = constant_time_compare(
        link.password_mark, compute_password_fingerprint(link.user)
    )
    return is_unchanged and may_reset_password(link.made_by, link.user)


def may_reset_password(owner: User | None, user: User) -> bool:
    """Return whether an owner may create a password link for a user.

    The owner must own every club of that user, as the link gives access to all of them. An owner
    cannot reset the password of an operator.

    owner: None for the site's operator, who may create a link for anybody.
    """
    if owner is None:
        return True
    clubs = set(Membership.objects.filter(user=user).values_list("club_id", flat=True))
    mine = Membership.objects.filter(user=owner, club_id__in=clubs)
    rows = mine.values_list("club_id", "roles")
    owned = {club_id for club_id, roles in rows if Role.OWNER in roles}
    return bool(clubs) and clubs == owned and not user.is_staff and not user.is_superuser
