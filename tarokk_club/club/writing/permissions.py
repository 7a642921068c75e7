"""Permissions: the table of rights and roles."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from uuid import UUID

from django.conf import settings

from tarokk_club.club.models import KeyScope, Membership, Role, ServiceGrant, User

ANYONE = "anyone"


class Right(StrEnum):
    """A right that a member can have in a club.

    ENTER: record, save a draft, undo their own last hand.
    CORRECT: everything else about a session.
    CLAIM: statements about themselves only: that a transfer is paid, whether they come to an
        evening.
    SETTLE: everything about money.
    MONEY: see the balances of others, in a club that shows members only their own money.
    SEASONS: their dates, rules and closing.
    CLUB: settings of the club that rarely change, such as its name.
    INVITE: see the members, admit people, share a page with guests.
    MEMBERS: roles, removal, lost passwords, the log, erasing.
    DATA: all stored data about one person.
    SPEAK: confirm a session or object to it; no role gives this, only a seat in that session.
    DIRECT: draw, publish and change the rounds of a tournament; its arbiters have it, too.
    """

    READ = "read"
    ENTER = "enter"
    CORRECT = "correct"
    PLAYERS = "players"
    CLAIM = "claim"
    SETTLE = "settle"
    MONEY = "money"
    EXPORT = "export"
    SEASONS = "seasons"
    CLUB = "club"
    INVITE = "invite"
    MEMBERS = "members"
    DATA = "data"
    SPEAK = "speak"
    DIRECT = "direct"


# Scope of an API key -> the rights of its user that a client has with it.
BY_SCOPE: Mapping[KeyScope, frozenset[Right]] = MappingProxyType(
    {
        KeyScope.READ: frozenset({Right.READ, Right.EXPORT}),
        KeyScope.ENTER: frozenset({Right.READ, Right.ENTER, Right.CORRECT}),
        KeyScope.MONEY: frozenset({Right.READ, Right.MONEY}),
    }
)

# In the order in which tables display them.
ROLES: tuple[Role, ...] = tuple(Role)


class Open(StrEnum):
    """The visitors who may open a page without a right in any club."""

    PUBLIC = "public"
    SIGNED_IN = "signed_in"


@dataclass(frozen=True, slots=True)
class Access:
    """The right that a page requires for reading (get) and for submitting (post).

    None: the page does not accept that method.
    """

    get: Right | Open | None = None
    post: Right | Open | None = None


TABLE: Mapping[Right, frozenset[Role]] = MappingProxyType(
    {
        Right.READ: frozenset(Role),
        Right.ENTER: frozenset({Role.SECRETARY, Role.SCORER}),
        Right.CORRECT: frozenset({Role.SECRETARY}),
        Right.PLAYERS: frozenset({Role.SECRETARY}),
        Right.CLAIM: frozenset(Role),
        Right.SETTLE: frozenset({Role.SECRETARY, Role.TREASURER}),
        Right.MONEY: frozenset({Role.SECRETARY, Role.TREASURER}),
        Right.EXPORT: frozenset({Role.SECRETARY, Role.TREASURER}),
        Right.SEASONS: frozenset({Role.OWNER, Role.SECRETARY}),
        Right.CLUB: frozenset({Role.OWNER}),
        Right.INVITE: frozenset({Role.OWNER, Role.SECRETARY}),
        Right.MEMBERS: frozenset({Role.OWNER}),
        Right.DATA: frozenset({Role.OWNER}),
        Right.SPEAK: frozenset(),
        Right.DIRECT: frozenset({Role.SECRETARY}),
    }
)
# Rights that come with a seat: in sessions where the member's player sits or sat.
BY_SEAT = frozenset({Right.SPEAK})
# Held among the roles of somebody who directs the tournament that is written to or read.
ARBITER = "arbiter"
# Rights of an arbiter on the pages of the tournament, and at its tables.
DIRECTING = frozenset({Right.READ, Right.DIRECT})
AT_DIRECTED_TABLE = frozenset({Right.READ, Right.ENTER, Right.CORRECT})
# Role of the inviter -> the roles that an invitation can give.
GIVES: Mapping[Role, frozenset[Role]] = MappingProxyType(
    {
        Role.OWNER: frozenset(Role),
        Role.SECRETARY: frozenset({Role.MEMBER, Role.SCORER}),
    }
)

# Reading and exporting change nothing, so such pages accept no POST unless declared.
READING = frozenset({Right.READ, Right.EXPORT, Right.DATA})


def build_access(get: Right | None, post: Right | None) -> Access:
    """Return the access of a page.

    A right that opens a form also submits it; a right that only reads does not.
    """
    if post is None and get not in READING:
        post = get
    return Access(get, post)


def may(roles: Iterable[str], right: Right) -> bool:
    """Return whether one of the roles has the right."""
    held = set(roles)
    return not TABLE[right].isdisjoint(held) or (
        ARBITER in held and right in DIRECTING | AT_DIRECTED_TABLE
    )


def grantable_roles(roles: Iterable[str]) -> tuple[Role, ...]:
    """Return the roles that a member with these roles can give to an invited person."""
    given = {role for own in roles for role in GIVES.get(Role(own), frozenset())}
    return tuple(role for role in Role if role in given)


def can_found_club(user: User) -> bool:
    """Return whether this user may found another club: the operator, or everybody if so
    configured.
    """
    return user.is_active and (user.is_superuser or settings.FOUNDERS == ANYONE)


def rights_of(user: User, club_id: UUID) -> frozenset[Right]:
    """Return all rights of a user or service key in a club, none without access to it."""
    access = ServiceGrant.objects if user.is_service else Membership.objects
    found = access.filter(user=user, club_id=club_id).values_list("roles", flat=True)
    roles = found.first() or []
    return frozenset(right for right in Right if may(roles, right))
