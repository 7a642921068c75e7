"""Clubs and their lists of players."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, UUIDField

from tarokk_club.club.models import (
    Charge,
    Club,
    Entrant,
    Payment,
    Player,
    Session,
    Settlement,
    User,
)
from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.writing.gone_players import offerable_players
from tarokk_club.database.prepared import Parameter, PreparedQuery


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player in the club's list.

    sessions: number of sessions played.
    guest: whether the player plays in tournaments only.
    """

    id: UUID
    name: str
    archived: bool
    sessions: int
    guest: bool = False


def player_rows(club: Club) -> tuple[PlayerRow, ...]:
    """Return all players of a club by name, active ones first and guests of tournaments last."""
    rows = Player.objects.filter(club=club).annotate(
        sessions=Count("balances", filter=Q(balances__session__binned_at=None))
    )
    found = [
        PlayerRow(one.id, one.name, one.archived_at is not None, one.sessions, one.guest)
        for one in rows
    ]
    return tuple(sorted(found, key=lambda row: (row.guest, row.archived, collation_key(row.name))))


def is_founded() -> bool:
    """Return whether the site has a club other than a demo, after which nobody can found the first
    one.
    """
    return Club.objects.filter(demo=False).exists()


def has_accounts() -> bool:
    """Return whether the site has any account, including accounts of a demo."""
    return User.objects.exists()


def clubs_of(user: User) -> tuple[Club, ...]:
    """Return the clubs a user belongs to, by name."""
    return tuple(Club.objects.filter(memberships__user=user).order_by("name", "slug"))


def active_players(club: Club, *, tournament_id: UUID | None = None) -> tuple[tuple[str, str], ...]:
    """Return the id and name of every player who can take a seat, by name.

    tournament_id: of a tournament whose guests can take a seat too.
    """
    rows = Player.objects.filter(club=club, archived_at=None)
    if tournament_id is None:
        return _by_name(rows.filter(guest=False))
    entered = Entrant.objects.filter(tournament=tournament_id, player=OuterRef("pk"))
    return _by_name(rows.filter(Q(guest=False) | Exists(entered)))


def guest_ids(club_id: UUID) -> frozenset[str]:
    """Return the ids of the players who play in tournaments only."""
    rows = Player.objects.filter(club=club_id, guest=True)
    return frozenset(map(str, rows.values_list("pk", flat=True)))


def players_without_account(club: Club) -> tuple[tuple[str, str], ...]:
    """Return the id and name of every active player without an account, by name."""
    rows = Player.objects.filter(club=club, archived_at=None, user=None, guest=False)
    return _by_name(rows)


def _by_name(players: QuerySet[Player]) -> tuple[tuple[str, str], ...]:
    rows = players.values_list("pk", "name")
    return tuple(
        sorted(((str(pk), name) for pk, name in rows), key=lambda one: collation_key(one[1]))
    )


def all_players(club_id: UUID) -> tuple[tuple[str, str], ...]:
    """Return the id and name of every player that a form may offer, active ones first.

    Players who were merged into others or erased are left out.
    """
    rows = Player.objects.filter(club=club_id)
    found = sorted(rows, key=lambda one: (one.archived_at is not None, collation_key(one.name)))
    archived = [str(one.id) for one in found if one.archived_at]
    return tuple(
        offerable_players(club_id, [(str(one.id), one.name) for one in found], archived=archived)
    )


def has_money_records(club: Club) -> bool:
    """Return whether the club ever played for money, or recorded a charge, a payment or a
    settlement, in one query.
    """
    return bool(_WITH_MONEY.run(club=club.pk))


def _clubs_with_money() -> QuerySet[Any, Any]:
    """Return the id of a club if it has money records."""
    mine = {"club": OuterRef("pk")}
    played = Exists(Session.objects.filter(**mine).exclude(per_point=""))
    paid = Exists(Charge.objects.filter(**mine)) | Exists(Payment.objects.filter(**mine))
    settled = Exists(Settlement.objects.filter(**mine))
    clubs = Club.objects.filter(played | paid | settled, pk=Parameter("club", UUIDField()))
    rows: QuerySet[Any, Any] = clubs.values_list("pk", flat=True)
    return rows


_WITH_MONEY = PreparedQuery(_clubs_with_money)
