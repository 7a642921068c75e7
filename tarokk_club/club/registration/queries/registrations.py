"""The registrations for a tournament, its terms and link, and whether registration is open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from tarokk_club.club.models import (
    Player,
    Registration,
    RegistrationLink,
    RegistrationTerms,
    Tournament,
    WriteKey,
)
from tarokk_club.club.models.people import build_name_key
from tarokk_club.club.people.queries.club_days import get_today
from tarokk_club.club.values import link_tokens

# The longest list of undecided registrations, so that robots cannot fill the database.
MOST_WAITING = 500


class RegistrationState(StrEnum):
    """The state of a registration.

    PLACE: has a free place, and waits to be accepted.
    WAITING: is on the waiting list.
    REMOVED: was removed by the organiser, or was accepted but no longer takes part.
    """

    PLACE = "place"
    WAITING = "waiting"
    ACCEPTED = "accepted"
    WITHDRAWN = "withdrawn"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class RegistrationRow:
    """A registration with its state.

    number: position on the waiting list, 0 if not on it.
    namesake: whether a player of the club has the same name; False once it is decided.
    """

    registration: Registration
    state: RegistrationState
    number: int = 0
    namesake: bool = False

    @property
    def is_acceptable(self) -> bool:
        """Whether the organiser can accept the registration without choosing who the person is."""
        return self.state == RegistrationState.PLACE and not self.namesake


@dataclass(frozen=True, slots=True)
class RegistrationList:
    """The registrations of a tournament, oldest first.

    entered: number of players who take part.
    places: number of places, 0 for no limit.
    names: name keys of the current entrants and of the undecided registrations.
    """

    rows: tuple[RegistrationRow, ...]
    entered: int
    places: int
    names: frozenset[str]

    def count_in_state(self, state: RegistrationState) -> int:
        """Return the number of registrations in this state."""
        return sum(row.state == state for row in self.rows)

    @property
    def unaccepted_count(self) -> int:
        """The number of registrations that have a place and wait to be accepted."""
        return self.count_in_state(RegistrationState.PLACE)

    @property
    def waiting_count(self) -> int:
        """The length of the waiting list."""
        return self.count_in_state(RegistrationState.WAITING)

    @property
    def free_places(self) -> int | None:
        """The number of free places, None if there is no limit."""
        if not self.places:
            return None
        return max(self.places - self.entered - self.unaccepted_count, 0)

    @property
    def is_full(self) -> bool:
        """Whether the list accepts no more registrations."""
        return self.unaccepted_count + self.waiting_count >= MOST_WAITING

    def find_row(self, registration_id: UUID) -> RegistrationRow | None:
        """Return the row of this registration, None if the list does not contain it."""
        return next((row for row in self.rows if row.registration.id == registration_id), None)


def load_registration_list(
    tournament: Tournament, terms: RegistrationTerms | None
) -> RegistrationList:
    """Return the registrations with their states, in three queries.

    terms: terms of the tournament, None if it has none.
    """
    entrants = {
        player: (name, gone)
        for player, name, gone in tournament.entrants.values_list(
            "player_id", "player__name", "gone"
        )
    }
    present = [name for name, gone in entrants.values() if not gone]
    rows = list(tournament.registrations.order_by("made_at", "id"))
    undecided = [row for row in rows if _is_undecided(row)]
    places = terms.places if terms else 0
    shared_names = _load_shared_names(tournament, undecided)
    free = max(places - len(present), 0) if places else len(undecided)
    position = {registration.id: number for number, registration in enumerate(undecided, start=1)}
    present_ids = {player for player, (_name, gone) in entrants.items() if not gone}
    return RegistrationList(
        rows=tuple(
            _build_row(row, position.get(row.id, 0), free, shared_names, present_ids)
            for row in rows
        ),
        entered=len(present),
        places=places,
        names=frozenset(
            map(build_name_key, [*present, *(registration.name for registration in undecided)])
        ),
    )


def _is_undecided(registration: Registration) -> bool:
    return registration.withdrawn_at is None and registration.player_id is None


def _load_shared_names(tournament: Tournament, undecided: Iterable[Registration]) -> set[str]:
    """Return the keys of the names that undecided registrations share with players of the club."""
    keys = {build_name_key(registration.name) for registration in undecided}
    players = Player.objects.filter(club=tournament.club_id, name_key__in=keys)
    return set(players.values_list("name_key", flat=True))


def _build_row(
    registration: Registration,
    position: int,
    free: int,
    shared_names: set[str],
    present_ids: set[UUID],
) -> RegistrationRow:
    """Return the row of a registration.

    position: number from 1 among the undecided registrations, 0 for a decided one.
    free: number of places that are left for undecided registrations.
    shared_names: keys of the names that registrations share with players of the club.
    present_ids: ids of the players who take part.
    """
    if registration.withdrawn_at is not None:
        state = RegistrationState.REMOVED if registration.removed else RegistrationState.WITHDRAWN
        return RegistrationRow(registration, state)
    if registration.player_id is not None:
        accepted = registration.player_id in present_ids
        return RegistrationRow(
            registration, RegistrationState.ACCEPTED if accepted else RegistrationState.REMOVED
        )
    namesake = build_name_key(registration.name) in shared_names
    if position <= free:
        return RegistrationRow(registration, RegistrationState.PLACE, namesake=namesake)
    return RegistrationRow(registration, RegistrationState.WAITING, position - free, namesake)


def load_registration_terms(tournament: Tournament) -> RegistrationTerms | None:
    """Return the terms of registration for the tournament, None if there are none."""
    return RegistrationTerms.objects.filter(tournament=tournament).first()


def load_open_registration_link(tournament: Tournament) -> RegistrationLink | None:
    """Return the newest public link that is not revoked, None if there is none."""
    rows = RegistrationLink.objects.filter(tournament=tournament, revoked_at=None)
    return rows.order_by("-made_at", "-id").first()


def find_registration_link(token: str) -> RegistrationLink | None:
    """Return the public link with this token.

    Return None if there is no such link, the link is revoked, or the club is suspended.
    """
    rows = RegistrationLink.objects.filter(
        token_hash=link_tokens.hash_token(token), revoked_at=None, club__suspended_at=None
    )
    return rows.select_related("club", "tournament__club").first()


def find_registration(token: str) -> Registration | None:
    """Return the registration with this token.

    Return None if there is no such registration, or the club is suspended.
    """
    rows = Registration.objects.filter(
        token_hash=link_tokens.hash_token(token), tournament__club__suspended_at=None
    )
    return rows.select_related("tournament__club", "player").first()


def is_registration_open(tournament: Tournament, terms: RegistrationTerms | None) -> bool:
    """Return whether registration is open: no round has begun, and the last day is not over.

    terms: the terms of registration, which set the last day; None if there are none.
    """
    if terms and terms.last_day and get_today(tournament.club) > terms.last_day:
        return False
    return not tournament.has_begun()


def find_namesake(tournament: Tournament, name: str) -> Player | None:
    """Return the player of the club with this name, None if there is none."""
    return next(iter(find_namesakes(tournament, [name])), None)


def find_namesakes(tournament: Tournament, names: Iterable[str]) -> list[Player]:
    """Return the players of the club with these names, in the order of the names."""
    keys = list(dict.fromkeys(map(build_name_key, names)))
    rows = Player.objects.filter(club=tournament.club_id, name_key__in=keys)
    return sorted(rows, key=lambda player: keys.index(player.name_key))


def load_players_and_entrants(
    tournament: Tournament,
) -> tuple[dict[str, tuple[str, str]], frozenset[str]]:
    """Return each player's id and name by name key, and the ids of the current entrants.

    Archived players are included, because nobody else can have their names.
    """
    rows = Player.objects.filter(club=tournament.club_id)
    players = {key: (str(pk), name) for pk, key, name in rows.values_list("pk", "name_key", "name")}
    entered = tournament.entrants.filter(gone=False).values_list("player_id", flat=True)
    return players, frozenset(map(str, entered))


def is_key_used(club_id: UUID, key: UUID | None) -> bool:
    """Return whether a form with this key was already submitted to the club."""
    return key is not None and WriteKey.objects.filter(pk=key, club=club_id).exists()
