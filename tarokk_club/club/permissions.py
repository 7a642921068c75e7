"""Who may do what: the one table of rights and roles."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from uuid import UUID

from tarokk_club.club.models import Membership, Role, User


class Right(StrEnum):
    """Something that may be done in a club.

    ENTER: record, keep a draft, undo the own last hand; CORRECT: everything else about a session.
    """

    READ = "read"
    ENTER = "enter"
    CORRECT = "correct"
    PLAYERS = "players"
    SETTLE = "settle"
    EXPORT = "export"
    CLUB = "club"


TABLE: Mapping[Right, frozenset[Role]] = MappingProxyType(
    {
        Right.READ: frozenset(Role),
        Right.ENTER: frozenset({Role.SECRETARY, Role.SCORER}),
        Right.CORRECT: frozenset({Role.SECRETARY}),
        Right.PLAYERS: frozenset({Role.SECRETARY}),
        Right.SETTLE: frozenset({Role.SECRETARY, Role.TREASURER}),
        Right.EXPORT: frozenset({Role.SECRETARY, Role.TREASURER}),
        Right.CLUB: frozenset({Role.OWNER}),
    }
)


def may(roles: Iterable[str], right: Right) -> bool:
    """Whether one of the roles carries the right."""
    return not TABLE[right].isdisjoint(roles)


def rights_of(user: User, club_id: UUID) -> frozenset[Right]:
    """All rights of a person in a club; none for a stranger."""
    found = Membership.objects.filter(user=user, club_id=club_id).values_list("roles", flat=True)
    roles = found.first() or []
    return frozenset(right for right in Right if may(roles, right))
