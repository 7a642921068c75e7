"""A club's player and account as one person, and the preview of that person's erasure."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.models import Membership, Player, Session, User
from tarokk_club.club.money.queries.balances.balance_sums import sum_player_open_balances
from tarokk_club.club.names.name_search import NameFinder
from tarokk_club.club.privacy.queries.free_text_fields import find_mentions


@dataclass(frozen=True, slots=True)
class ClubPerson:
    """A person in a club: a player, an account, or both."""

    club_id: UUID
    player: Player | None
    user: User | None

    @property
    def name(self) -> str:
        """The name of the player, or of the account if there is no player."""
        return self.player.name if self.player else self.user.name if self.user else ""

    @property
    def merged_players(self) -> tuple[Player, ...]:
        """The players who were merged into the person's player, directly or through another."""
        players: list[Player] = [self.player] if self.player else []
        for player in players:
            players += Player.objects.filter(merges_gone__kept=player, merges_gone__undone_at=None)
        return tuple(players[1:])

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players of the person, and the account's name, username and email."""
        user = self.user
        names = (
            self.player.name if self.player else "",
            *(merged.name for merged in self.merged_players),
        )
        return (*names, user.name, user.username, user.email) if user else names


@dataclass(frozen=True, slots=True)
class ErasurePreview:
    """The effects of an erasure, and the obstacles to it.

    whole: the texts that can be emptied and contain a full name.
    parts: the texts that can be emptied and contain only a part of a name.
    open: the person's open sessions, which must be closed first.
    stays: whether the account remains, as the user is an operator or belongs to another club.
    namesakes: the members with the same name as a player without an account.
    money: the player's open balance by currency, which must be cleared first; + receives.
    """

    whole: tuple[str, ...]
    parts: tuple[str, ...]
    open: tuple[Session, ...]
    stays: bool
    namesakes: tuple[User, ...]
    money: Mapping[str, int]


def load_person_of_player(club_id: UUID, player_id: UUID) -> ClubPerson | None:
    """Return the player as a person, with the linked account if any; None if there is no player."""
    rows = Player.objects.select_related("user")
    player = rows.filter(pk=player_id, club_id=club_id).first()
    return ClubPerson(club_id, player, player.user) if player else None


def load_person_of_member(club_id: UUID, user_id: UUID) -> ClubPerson | None:
    """Return the member as a person, with the linked player if any; None if there is no member."""
    user = User.objects.filter(pk=user_id, memberships__club_id=club_id).first()
    if user is None:
        return None
    return ClubPerson(club_id, Player.objects.filter(club_id=club_id, user=user).first(), user)


def list_open_sessions(player: Player) -> tuple[Session, ...]:
    """Return the player's open sessions, except those in the bin."""
    rows = Session.objects.filter(balances__player=player, closed=False, binned_at=None)
    return tuple(rows.order_by("-date"))


def is_needed_elsewhere(user: User, club_id: UUID) -> bool:
    """Return whether the user is an operator or belongs to another club."""
    elsewhere = Membership.objects.filter(user=user).exclude(club_id=club_id)
    return user.is_staff or user.is_superuser or elsewhere.exists()


def preview_erasure(person: ClubPerson) -> ErasurePreview:
    """Return the effects of erasing a person, and the obstacles to it."""
    club_id, user = person.club_id, person.user
    whole = find_mentions(club_id, NameFinder(person.names, parts=False))
    every = find_mentions(club_id, NameFinder(person.names, parts=True))
    members = User.objects.filter(memberships__club_id=club_id, name=person.name)
    return ErasurePreview(
        whole=tuple(whole),
        parts=tuple(text for text in every if text not in whole),
        open=list_open_sessions(person.player) if person.player else (),
        stays=user is not None and is_needed_elsewhere(user, club_id),
        namesakes=() if user else tuple(members),
        money=sum_player_open_balances(person.player.pk) if person.player else {},
    )
