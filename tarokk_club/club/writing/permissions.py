"""The rights of the roles in a club, and of the arbiters of a tournament."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from uuid import UUID

from django.conf import settings

from tarokk_club.club.models import (
    Arbiter,
    KeyScope,
    Role,
    Session,
    Tournament,
    User,
)

ANYONE = "anyone"


class Right(StrEnum):
    """A right that a member can have in a club.

    ENTER: record hands, save drafts, and undo the user's own last hand.
    CORRECT: change everything else in a session.
    CLAIM: report the user's own payments and answer planned evenings.
    SETTLE: change all money records and settings.
    MONEY: see other members' balances in a club that shows members only their own money.
    SEASONS: set the dates and rules of seasons, and close them.
    CLUB: change the settings of the club.
    INVITE: see the members, invite people, and share pages with guests.
    MEMBERS: change roles, remove and erase people, reset passwords, and read the audit log.
    DATA: read all stored data about one person.
    SPEAK: confirm a session or object to it; given by a seat in that session, not by a role.
    DIRECT: draw, publish and change the rounds of a tournament; its arbiters have it too.
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


# By scope of an API key, the rights that a client can use if its user has them.
BY_SCOPE: Mapping[KeyScope, frozenset[Right]] = MappingProxyType(
    {
        KeyScope.READ: frozenset({Right.READ, Right.EXPORT}),
        KeyScope.ENTER: frozenset({Right.READ, Right.ENTER, Right.CORRECT}),
        KeyScope.MONEY: frozenset({Right.READ, Right.MONEY}),
    }
)

# The roles in the order of the documentation's table.
ROLES: tuple[Role, ...] = tuple(Role)


class Open(StrEnum):
    """The visitors who may open a page that requires no right: everybody or signed-in users."""

    PUBLIC = "public"
    SIGNED_IN = "signed_in"


@dataclass(frozen=True, slots=True)
class Access:
    """The rights that a page requires for GET and for POST.

    None: the page does not accept the method.
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
# Rights that members have in the sessions in which their player sits or sat.
BY_SEAT = frozenset({Right.SPEAK})
# A pseudo-role, added to a user's roles while they act as the arbiter of a tournament.
ARBITER = "arbiter"
# The rights of an arbiter on the pages of the tournament, and in the sessions of its tables.
DIRECTING = frozenset({Right.READ, Right.DIRECT})
AT_DIRECTED_TABLE = frozenset({Right.READ, Right.ENTER, Right.CORRECT})
# By role of the inviter, the roles that an invitation can give.
GIVES: Mapping[Role, frozenset[Role]] = MappingProxyType(
    {
        Role.OWNER: frozenset(Role),
        Role.SECRETARY: frozenset({Role.MEMBER, Role.SCORER}),
    }
)

# Rights that change nothing; their pages accept no POST unless it is declared.
READING = frozenset({Right.READ, Right.EXPORT, Right.DATA})


def build_access(get: Right | None, post: Right | None) -> Access:
    """Return the rights that a page requires, with the default for POST.

    POST requires the same right as GET by default, but is refused if that right only reads.
    """
    if post is None and get not in READING:
        post = get
    return Access(get, post)


def may(roles: Iterable[str], right: Right) -> bool:
    """Return whether any of the roles has the right."""
    held = set(roles)
    return not TABLE[right].isdisjoint(held) or (
        ARBITER in held and right in DIRECTING | AT_DIRECTED_TABLE
    )


def list_rights(roles: Iterable[str]) -> frozenset[Right]:
    """Return all rights that any of the roles has."""
    held = set(roles)
    rights = {right for right, holders in TABLE.items() if not holders.isdisjoint(held)}
    return frozenset(rights | DIRECTING | AT_DIRECTED_TABLE if ARBITER in held else rights)


def list_grantable_roles(roles: Iterable[str]) -> tuple[Role, ...]:
    """Return the roles that a member with these roles can give in an invitation."""
    granted = {role for held in roles for role in GIVES.get(Role(held), frozenset())}
    return tuple(role for role in Role if role in granted)


def can_found_club(user: User) -> bool:
    """Return whether the user may found another club: operators, or everybody if configured."""
    return user.is_active and (user.is_superuser or settings.FOUNDERS == ANYONE)


def is_arbiter_of(user_id: UUID, tournament: Tournament) -> bool:
    """Return whether the user is an arbiter of the tournament and the tournament has not ended."""
    named = Arbiter.objects.filter(tournament=tournament, user=user_id, ended_at=None)
    return named.exists() and not tournament.has_ended()


def may_direct_table(user_id: UUID, session: Session) -> bool:
    """Return whether the user may direct this session as a tournament's arbiter.

    Only the organisers may correct a round whose result was final.
    """
    table = getattr(session, "tournament_table", None)
    if table is None or table.round <= table.tournament.guarded:
        return False
    return is_arbiter_of(user_id, table.tournament)
