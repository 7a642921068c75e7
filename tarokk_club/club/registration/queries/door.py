"""Who is expected at the door of a tournament, who has arrived, and who has paid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from tarokk_club.club.models import Charge, Entrant, RegistrationTerms, Tournament
from tarokk_club.club.models.money import Purpose
from tarokk_club.club.money.queries.open_balances import load_open_fees
from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.names.name_search import fold_text
from tarokk_club.club.registration.queries.registrations import terms_of


class FeeState(StrEnum):
    """Whether an entrant has paid the entry fee.

    DUE: nothing is recorded yet.
    OPEN: the fee is recorded and not fully paid.
    """

    NONE = "none"
    DUE = "due"
    OPEN = "open"
    PAID = "paid"


@dataclass(frozen=True, slots=True)
class EntryFee:
    """The entry fee of an entrant.

    amount: minor units that are still to be paid, or that were paid.
    charge_id: of the recorded fee, None if there is none.
    """

    state: FeeState
    amount: int = 0
    currency: str = ""
    charge_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class DoorRow:
    """An entrant as the organiser at the door sees them."""

    player_id: UUID
    name: str
    club_name: str
    team: str
    arrived_at: datetime | None
    reduced: bool
    fee: EntryFee


@dataclass(frozen=True, slots=True)
class Door:
    """All entrants by name.

    reduced_fee: whether there is a reduced fee.
    """

    rows: tuple[DoorRow, ...]
    reduced_fee: bool

    @property
    def here(self) -> int:
        """The number of entrants who have arrived."""
        return sum(row.arrived_at is not None for row in self.rows)

    @property
    def missing(self) -> tuple[DoorRow, ...]:
        """The entrants who have not arrived."""
        return tuple(row for row in self.rows if row.arrived_at is None)

    @property
    def unpaid(self) -> int:
        """The number of entrants who have not paid."""
        return sum(row.fee.state in (FeeState.DUE, FeeState.OPEN) for row in self.rows)

    def row_of(self, player_id: UUID) -> DoorRow | None:
        """Return the row of this player, None if the player does not take part."""
        return next((row for row in self.rows if row.player_id == player_id), None)

    def search(self, wanted: str) -> tuple[DoorRow, ...]:
        """Return the rows whose name contains all the words, without regard to accents."""
        words = fold_text(wanted).split()
        return tuple(row for row in self.rows if all(word in fold_text(row.name) for word in words))


def door_of(tournament: Tournament) -> Door:
    """Return everybody who takes part with their fees, in six queries."""
    terms = terms_of(tournament)
    fees = _fees(tournament, terms)
    rows = [
        DoorRow(
            player_id=one.player_id,
            name=one.player.name,
            club_name=one.club_name,
            team=one.team,
            arrived_at=one.arrived_at,
            reduced=one.reduced,
            fee=fees[one.player_id],
        )
        for one in tournament.entrants.filter(gone=False).select_related("player")
    ]
    rows.sort(key=lambda row: collation_key(row.name))
    return Door(tuple(rows), bool(terms and terms.reduced_fee))


def entry_fee(entrant: Entrant) -> EntryFee:
    """Return the entry fee of one entrant."""
    tournament = entrant.tournament
    return _fees(tournament, terms_of(tournament))[entrant.player_id]


def _fees(tournament: Tournament, terms: RegistrationTerms | None) -> Mapping[UUID, EntryFee]:
    """Return the fee of each entrant by player."""
    charges = _charges(tournament)
    left = (
        {one.charge.pk: one.left for one in load_open_fees(tournament.club_id)} if charges else {}
    )
    found = {}
    for player, reduced in tournament.entrants.values_list("player_id", "reduced"):
        charge = charges.get(player)
        found[player] = _recorded(charge, left) if charge else _due(terms, reduced=reduced)
    return found


def _charges(tournament: Tournament) -> dict[UUID, Charge]:
    """Return the recorded entry fees that were not taken back, by player."""
    rows = Charge.objects.filter(
        tournament_charge__tournament=tournament, purpose=Purpose.ENTRY, reversed_by=None
    )
    return {one.player_id: one for one in rows}


def _recorded(charge: Charge, left: Mapping[UUID, int]) -> EntryFee:
    owed = left.get(charge.pk, 0)
    state = FeeState.OPEN if owed else FeeState.PAID
    return EntryFee(state, owed or charge.amount, charge.currency, charge.pk)


def _due(terms: RegistrationTerms | None, *, reduced: bool) -> EntryFee:
    if terms is None or not terms.fee:
        return EntryFee(FeeState.NONE)
    amount = terms.reduced_fee if reduced and terms.reduced_fee else terms.fee
    return EntryFee(FeeState.DUE, amount, terms.currency)
