"""The arbiters of a tournament, and the tournaments that somebody directs or is asked to."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from tarokk_club.club.models import Arbiter, Club, Membership, Tournament, User
from tarokk_club.club.names.collation import collation_key


@dataclass(frozen=True, slots=True)
class ArbiterRow:
    """An arbiter, or an invited person.

    name: of the person, or the user name of somebody invited who has not agreed yet.
    waiting: whether the person has not agreed yet.
    """

    id: UUID
    name: str
    waiting: bool


@dataclass(frozen=True, slots=True)
class DirectedRow:
    """A tournament that a person directs or is invited to direct.

    arbiter_id: of the person's row.
    """

    arbiter_id: UUID
    tournament: Tournament
    invited: bool


def arbiter_rows(tournament: Tournament) -> tuple[ArbiterRow, ...]:
    """Return the arbiters and invited persons of now, in one query."""
    rows = tournament.arbiters.filter(ended_at=None).select_related("user")
    return tuple(
        ArbiterRow(
            id=one.pk,
            name=one.user.name_in(tournament.club_id) if one.user else one.user_name,
            waiting=one.user_id is None,
        )
        for one in rows
    )


def possible_arbiters(club: Club) -> list[tuple[str, str]]:
    """Return id and name of every member of the club, by name."""
    rows = Membership.objects.filter(club=club).select_related("user")
    people = [(str(one.user_id), one.user.name_in(club.pk)) for one in rows]
    return sorted(people, key=lambda one: collation_key(one[1]))


def directed_tournaments(user: User) -> tuple[DirectedRow, ...]:
    """Return the tournaments of other clubs that the user directs or is invited to, while they
    last; in one query without any.
    """
    own = Q(user=user) | Q(user=None, user_name=user.username)
    rows = (
        Arbiter.objects.filter(own, ended_at=None)
        .exclude(tournament__club__memberships__user=user)
        .select_related("tournament__club")
    )
    return tuple(
        DirectedRow(one.pk, one.tournament, invited=one.user_id is None)
        for one in rows
        if not one.tournament.has_ended()
    )
