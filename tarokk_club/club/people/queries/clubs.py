"""The page of a club and its lists of sessions and players."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from tarokk_club.club.models import Charge, Club, Payment, Player, Session, Settlement, User
from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.writing.gone_players import offerable_players


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One player in the club's list; sessions: how many he has played in."""

    id: UUID
    name: str
    archived: bool
    sessions: int


def player_rows(club: Club) -> tuple[PlayerRow, ...]:
    """All players of a club, those who still come first, by name."""
    rows = Player.objects.filter(club=club).annotate(
        sessions=Count("balances", filter=Q(balances__session__binned_at=None))
    )
    found = [PlayerRow(one.id, one.name, one.archived_at is not None, one.sessions) for one in rows]
    return tuple(sorted(found, key=lambda row: (row.archived, collation_key(row.name))))


def is_founded() -> bool:
    """Whether the site has its club, demonstrations apart; nobody founds it then."""
    return Club.objects.filter(demo=False).exists()


def has_accounts() -> bool:
    """Whether anybody can sign in yet, be it to a demonstration."""
    return User.objects.exists()


def clubs_of(user: User) -> tuple[Club, ...]:
    """The clubs a person belongs to, by name."""
    return tuple(Club.objects.filter(memberships__user=user).order_by("name", "slug"))


def active_players(club: Club) -> tuple[tuple[str, str], ...]:
    """Id and name of everybody who can take a seat, by name."""
    return _by_name(Player.objects.filter(club=club, archived_at=None))


def players_without_account(club: Club) -> tuple[tuple[str, str], ...]:
    """Id and name of those among them who cannot sign in, by name."""
    return _by_name(Player.objects.filter(club=club, archived_at=None, user=None))


def _by_name(players: QuerySet[Player]) -> tuple[tuple[str, str], ...]:
    rows = players.values_list("pk", "name")
    return tuple(
        sorted(((str(pk), name) for pk, name in rows), key=lambda one: collation_key(one[1]))
    )


def all_players(club_id: UUID) -> tuple[tuple[str, str], ...]:
    """Id and name of everybody whom a form may name, those who still come first.

    Whoever was merged into another or erased is not among them.
    """
    rows = Player.objects.filter(club=club_id)
    found = sorted(rows, key=lambda one: (one.archived_at is not None, collation_key(one.name)))
    archived = [str(one.id) for one in found if one.archived_at]
    return tuple(
        offerable_players(club_id, [(str(one.id), one.name) for one in found], archived=archived)
    )


def is_money_booked(club: Club) -> bool:
    """Whether anything was ever played for, charged, paid or settled, in one query."""
    mine = {"club": OuterRef("pk")}
    played = Exists(Session.objects.filter(**mine).exclude(per_point=""))
    paid = Exists(Charge.objects.filter(**mine)) | Exists(Payment.objects.filter(**mine))
    settled = Exists(Settlement.objects.filter(**mine))
    return Club.objects.filter(played | paid | settled, pk=club.pk).exists()
