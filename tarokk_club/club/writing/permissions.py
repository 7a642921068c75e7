"""Who may do what: the one table of rights and roles."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from uuid import UUID

from django.conf import settings

from tarokk_club.club.models import KeyScope, Membership, Role, User

ANYONE = "anyone"


class Right(StrEnum):
    """Something that may be done in a club.

    ENTER: record, keep a draft, undo one's own last hand; CORRECT: everything else about a session;
    CLAIM: what one says for oneself alone: that a transfer is paid, whether one comes; SETTLE:
    everything about money; MONEY: what others get and owe, where a club shows its members their own
    money alone;
    INVITE: see the members, let people in, show a page to guests; MEMBERS: roles, removal, lost
    passwords, the log, erasing; DATA: everything that is kept about one person; CLUB: what the
    club decides once, such as its name; SPEAK: confirm a session or object to it, which no role
    gives but a seat in that very session; SEASONS: their dates, rules and closing.
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


# What a key is for -> what a programme may then do with it, where its person may.
BY_SCOPE: Mapping[KeyScope, frozenset[Right]] = MappingProxyType(
    {
        KeyScope.READ: frozenset({Right.READ, Right.EXPORT}),
        KeyScope.ENTER: frozenset({Right.READ, Right.ENTER, Right.CORRECT}),
        KeyScope.MONEY: frozenset({Right.READ, Right.MONEY}),
    }
)

# In the order in which tables show them.
ROLES: tuple[Role, ...] = tuple(Role)


class Open(StrEnum):
    """Who needs no right in any club for a page."""

    PUBLIC = "public"
    SIGNED_IN = "signed_in"


@dataclass(frozen=True, slots=True)
class Access:
    """What a page asks of whoever reads it (get) and of whoever sends something to it (post).

    None: the page does not answer such a request at all.
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
    }
)
# What comes with a seat: a member has it in sessions where their player sits or sat.
BY_SEAT = frozenset({Right.SPEAK})
# Role of the inviter -> the roles that an invitation by this person can give.
GIVES: Mapping[Role, frozenset[Role]] = MappingProxyType(
    {
        Role.OWNER: frozenset(Role),
        Role.SECRETARY: frozenset({Role.MEMBER, Role.SCORER}),
    }
)

# Reading and taking files away changes nothing, so such pages take no form unless they say so.
READING = frozenset({Right.READ, Right.EXPORT, Right.DATA})


def asked_for(get: Right | None, post: Right | None) -> Access:
    """What a page asks for: whoever may open a form may send it, whoever may only read may not."""
    if post is None and get not in READING:
        post = get
    return Access(get, post)


def may(roles: Iterable[str], right: Right) -> bool:
    """Whether one of the roles carries the right."""
    return not TABLE[right].isdisjoint(roles)


def may_give(roles: Iterable[str]) -> tuple[Role, ...]:
    """The roles that somebody with these roles can give to an invited person."""
    given = {role for own in roles for role in GIVES.get(Role(own), frozenset())}
    return tuple(role for role in Role if role in given)


def may_found(user: User) -> bool:
    """Whether this person may found a further club: the operator, or everybody where set so."""
    return user.is_active and (user.is_superuser or settings.FOUNDERS == ANYONE)


def rights_of(user: User, club_id: UUID) -> frozenset[Right]:
    """All rights of a person in a club; none for a stranger."""
    found = Membership.objects.filter(user=user, club_id=club_id).values_list("roles", flat=True)
    roles = found.first() or []
    return frozenset(right for right in Right if may(roles, right))
