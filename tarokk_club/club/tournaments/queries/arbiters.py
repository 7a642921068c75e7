"""The arbiters of a tournament, and the tournaments that a user directs in other clubs."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Q

from tarokk_club.club.models import Arbiter, Club, Membership, Tournament, User
from tarokk_club.club.names.collation import build_sort_key


@dataclass(frozen=True, slots=True)
class ArbiterRow:
    """An arbiter or an invited person.

    name: name of the person, or the user name while the invitation is open.
    waiting: whether the invitation is still open.
    """

    id: UUID
    name: str
    waiting: bool


@dataclass(frozen=True, slots=True)
class DirectedRow:
    """A tournament that a user directs or is invited to direct.

    arbiter_id: id of the user's Arbiter row.
    """

    arbiter_id: UUID
    tournament: Tournament
    invited: bool


def load_arbiter_rows(tournament: Tournament) -> tuple[ArbiterRow, ...]:
    """Return the current arbiters and the open invitations, in one query."""
    rows = tournament.arbiters.filter(ended_at=None).select_related("user")
    return tuple(
        ArbiterRow(
            id=row.pk,
            name=row.user.find_name_in_club(tournament.club_id) if row.user else row.user_name,
            waiting=row.user_id is None,
        )
        for row in rows
    )


def list_possible_arbiters(club: Club) -> list[tuple[str, str]]:
    """Return the user id and name of every member of the club, sorted by name."""
    rows = Membership.objects.filter(club=club).select_related("user")
    people = [(str(row.user_id), row.user.find_name_in_club(club.pk)) for row in rows]
    return sorted(people, key=lambda choice: build_sort_key(choice[1]))


def load_directed_tournaments(user: User) -> tuple[DirectedRow, ...]:
    """Return other clubs' unfinished tournaments that the user directs or is invited to direct."""
    is_user = Q(user=user) | Q(user=None, user_name=user.username)
    rows = (
        Arbiter.objects.filter(is_user, ended_at=None)
        .exclude(tournament__club__memberships__user=user)
        .select_related("tournament__club")
    )
    return tuple(
        DirectedRow(row.pk, row.tournament, invited=row.user_id is None)
        for row in rows
        if not row.tournament.has_ended()
    )
