"""The counts that a club's home page needs, and the reader's player, in one query."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import DateTimeField, Exists, OuterRef, QuerySet, Subquery
from django.utils import timezone

from tarokk_club.club.home.queries.nav_counts import (
    DAY,
    USER,
    NavCounts,
    build_nav_counts_query,
    read_nav_counts,
)
from tarokk_club.club.models import Club, PlannedEvening, Player, User
from tarokk_club.club.models.tournaments import Tournament
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.people.queries.members import build_open_invitations_query
from tarokk_club.club.writing.permissions import Right
from tarokk_club.database.clock import CLOCK_SKEW
from tarokk_club.database.prepared import Parameter, PreparedQuery, select_count


@dataclass(frozen=True, slots=True)
class HomeCounts:
    """The counts of a club's home page for one reader.

    nav: the counts of the navigation bar.
    players: the number of active players, not counting guests.
    player: the id of the reader's player; None if the reader does not play.
    invitations: the number of open invitations, if the reader may invite.
    has_evenings: whether an evening is planned from today on.
    has_tournaments: whether the club has any tournaments.
    """

    nav: NavCounts
    players: int
    player: UUID | None
    invitations: int
    has_evenings: bool
    has_tournaments: bool


def load_home_counts(club: Club, user: User, rights: Collection[Right]) -> HomeCounts:
    """Return the counts for this reader in one query, or two if an objection is open."""
    query = _FOR_SETTLERS if Right.SETTLE in rights else _FOR_MEMBERS
    now = timezone.now()
    row = query.first(
        club=club.pk, user=user.pk, day=get_today(club), now=now, latest=now + CLOCK_SKEW
    )
    return HomeCounts(
        nav=read_nav_counts(club, row, rights),
        players=row["active_players"],
        player=row["own_player"],
        invitations=row["open_invitations"] if Right.INVITE in rights else 0,
        has_evenings=row["has_evenings"],
        has_tournaments=row["has_tournaments"],
    )


def _build_home_counts_query(*, settles: bool) -> QuerySet[Any, Any]:
    """Return a query for a club's row with all counts.

    settles: whether the reader may confirm payments to other people too.
    """
    club = OuterRef("pk")
    players = Player.objects.filter(club=club, archived_at=None, guest=False)
    own = Player.objects.filter(club=club, user=USER).order_by("created_at", "pk")
    now, latest = Parameter("now", DateTimeField()), Parameter("latest", DateTimeField())
    invitations = build_open_invitations_query(now, latest).filter(club=club)
    evenings = PlannedEvening.objects.filter(club=club, date__gte=DAY, cancelled_at=None)
    columns = {
        "active_players": Subquery(select_count(players)),
        "own_player": Subquery(own.values("pk")[:1]),
        "open_invitations": Subquery(select_count(invitations)),
        "has_evenings": Exists(evenings),
        "has_tournaments": Exists(Tournament.objects.filter(club=club)),
    }
    return build_nav_counts_query(settles=settles, more=columns)


_FOR_SETTLERS = PreparedQuery(partial(_build_home_counts_query, settles=True))
_FOR_MEMBERS = PreparedQuery(partial(_build_home_counts_query, settles=False))
