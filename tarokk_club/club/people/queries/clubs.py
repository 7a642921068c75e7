"""Queries for clubs and their players."""

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
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.writing.removed_players import drop_removed_players
from tarokk_club.database.prepared import Parameter, PreparedQuery


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A row of the club's list of players.

    sessions: the number of sessions played.
    guest: whether the player only plays in tournaments.
    """

    id: UUID
    name: str
    archived: bool
    sessions: int
    guest: bool = False


def load_player_rows(club: Club) -> tuple[PlayerRow, ...]:
    """Return all players, tournament guests last; in each group, active ones first, by name."""
    rows = Player.objects.filter(club=club).annotate(
        sessions=Count("balances", filter=Q(balances__session__binned_at=None))
    )
    players = [
        PlayerRow(row.id, row.name, row.archived_at is not None, row.sessions, row.guest)
        for row in rows
    ]
    return tuple(
        sorted(players, key=lambda row: (row.guest, row.archived, build_sort_key(row.name)))
    )


def is_site_founded() -> bool:
    """Return whether the site has a club that is not a demonstration club."""
    return Club.objects.filter(demo=False).exists()


def has_clubs() -> bool:
    """Return whether the site has any club, even a demonstration club."""
    return Club.objects.exists()


def has_accounts() -> bool:
    """Return whether the site has any account, even one of a demonstration club."""
    return User.objects.exists()


def load_clubs_of_user(user: User) -> tuple[Club, ...]:
    """Return the clubs a user belongs to, sorted by name."""
    clubs = Club.objects.filter(memberships__user=user).order_by("slug")
    return tuple(sorted(clubs, key=lambda club: build_sort_key(club.name)))


def list_active_players(
    club: Club, *, tournament_id: UUID | None = None
) -> tuple[tuple[str, str], ...]:
    """Return the id and name of every player who can take a seat, sorted by name.

    tournament_id: a tournament whose guests are included; None to leave out all tournament guests.
    """
    rows = Player.objects.filter(club=club, archived_at=None)
    if tournament_id is None:
        return _sort_by_name(rows.filter(guest=False))
    entered = Entrant.objects.filter(tournament=tournament_id, player=OuterRef("pk"))
    return _sort_by_name(rows.filter(Q(guest=False) | Exists(entered)))


def load_tournament_guest_ids(club_id: UUID) -> frozenset[str]:
    """Return the ids of the club's tournament guests, who only play in tournaments."""
    rows = Player.objects.filter(club=club_id, guest=True)
    return frozenset(map(str, rows.values_list("pk", flat=True)))


def list_club_players_without_account(club: Club) -> tuple[tuple[str, str], ...]:
    """Return the id and name of every active club player without an account, sorted by name."""
    rows = Player.objects.filter(club=club, archived_at=None, user=None, guest=False)
    return _sort_by_name(rows)


def _sort_by_name(players: QuerySet[Player]) -> tuple[tuple[str, str], ...]:
    rows = players.values_list("pk", "name")
    pairs = ((str(pk), name) for pk, name in rows)
    return tuple(sorted(pairs, key=lambda pair: build_sort_key(pair[1])))


def list_all_players(club_id: UUID) -> tuple[tuple[str, str], ...]:
    """Return the id and name of every player of the club, active players first.

    Tournament guests are included; merged and erased players are left out.
    """
    rows = Player.objects.filter(club=club_id)
    players = sorted(rows, key=lambda row: (row.archived_at is not None, build_sort_key(row.name)))
    archived = [str(player.id) for player in players if player.archived_at]
    named = [(str(player.id), player.name) for player in players]
    return tuple(drop_removed_players(club_id, named, archived=archived))


def has_money_records(club: Club) -> bool:
    """Return whether the club has a charge, a payment, a settlement or a session with a stake."""
    return bool(_WITH_MONEY.run(club=club.pk))


def _select_club_with_money() -> QuerySet[Any, Any]:
    """Return a query for the id of a club that has money records."""
    of_club = {"club": OuterRef("pk")}
    played = Exists(Session.objects.filter(**of_club).exclude(per_point=""))
    paid = Exists(Charge.objects.filter(**of_club)) | Exists(Payment.objects.filter(**of_club))
    settled = Exists(Settlement.objects.filter(**of_club))
    clubs = Club.objects.filter(played | paid | settled, pk=Parameter("club", UUIDField()))
    rows: QuerySet[Any, Any] = clubs.values_list("pk", flat=True)
    return rows


_WITH_MONEY = PreparedQuery(_select_club_with_money)
