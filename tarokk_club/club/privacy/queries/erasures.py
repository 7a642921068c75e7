"""The person to be erased, the effects of the erasure, and the obstacles to it."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.models import Membership, Player, Session, User
from tarokk_club.club.money.queries.money_book import sum_open_money
from tarokk_club.club.names.name_search import NameFinder
from tarokk_club.club.privacy.queries.mentions import mentions


@dataclass(frozen=True, slots=True)
class PersonToErase:
    """A person in a club: a player, an account, or both."""

    club_id: UUID
    player: Player | None
    user: User | None

    @property
    def name(self) -> str:
        """The name of the person for pages: that of the player, else that of the account."""
        return self.player.name if self.player else self.user.name if self.user else ""

    @property
    def others(self) -> tuple[Player, ...]:
        """The players who were merged into this one, directly or through another."""
        found: list[Player] = [self.player] if self.player else []
        for one in found:
            found += Player.objects.filter(merges_gone__kept=one, merges_gone__undone_at=None)
        return tuple(found[1:])

    @property
    def names(self) -> tuple[str, ...]:
        """All names of the person: those of the players, and the name, username and email of the
        account.
        """
        user = self.user
        known = (self.player.name if self.player else "", *(one.name for one in self.others))
        return (*known, user.name, user.username, user.email) if user else known


@dataclass(frozen=True, slots=True)
class ErasurePreview:
    """The effects of an erasure.

    whole: texts that contain a full name.
    parts: texts that contain only part of a name.
    open: open sessions, which must be closed first.
    stays: whether the account remains for other clubs.
    namesakes: members with the same name.
    money: balance of the player by currency, + receives, which must be cleared first.
    """

    whole: tuple[str, ...]
    parts: tuple[str, ...]
    open: tuple[Session, ...]
    stays: bool
    namesakes: tuple[User, ...]
    money: Mapping[str, int]


def person_of_player(club_id: UUID, player_id: UUID) -> PersonToErase | None:
    """Return the player with the linked account, or None."""
    rows = Player.objects.select_related("user")
    player = rows.filter(pk=player_id, club_id=club_id).first()
    return PersonToErase(club_id, player, player.user) if player else None


def person_of_member(club_id: UUID, user_id: UUID) -> PersonToErase | None:
    """Return the member with the linked player, or None."""
    user = User.objects.filter(pk=user_id, memberships__club_id=club_id).first()
    if user is None:
        return None
    return PersonToErase(club_id, Player.objects.filter(club_id=club_id, user=user).first(), user)


def open_sessions(player: Player) -> tuple[Session, ...]:
    """Return the player's open sessions, except those in the bin."""
    rows = Session.objects.filter(balances__player=player, closed=False, binned_at=None)
    return tuple(rows.order_by("-date"))


def is_needed_elsewhere(user: User, club_id: UUID) -> bool:
    """Return whether the account is needed outside this club: in another one, or as an operator."""
    others = Membership.objects.filter(user=user).exclude(club_id=club_id)
    return user.is_staff or user.is_superuser or others.exists()


def erasure_look(person: PersonToErase) -> ErasurePreview:
    """Return everything that the page must show before a person is erased."""
    club_id, user = person.club_id, person.user
    whole = mentions(club_id, NameFinder(person.names, parts=False))
    every = mentions(club_id, NameFinder(person.names, parts=True))
    members = User.objects.filter(memberships__club_id=club_id, name=person.name)
    return ErasurePreview(
        whole=tuple(whole),
        parts=tuple(text for text in every if text not in whole),
        open=open_sessions(person.player) if person.player else (),
        stays=user is not None and is_needed_elsewhere(user, club_id),
        namesakes=() if user else tuple(members),
        money=sum_open_money(person.player.pk) if person.player else {},
    )
