"""The check-in list of a tournament, with the arrival and the fee of each entrant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from tarokk_club.club.models import Charge, Entrant, RegistrationTerms, Tournament
from tarokk_club.club.models.money import Purpose
from tarokk_club.club.money.queries.settlements.unsettled_items import load_open_fees
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.names.name_search import fold_text
from tarokk_club.club.registration.queries.registrations import load_registration_terms


class FeeState(StrEnum):
    """The state of an entrant's fee.

    NONE: the tournament has no fee.
    DUE: the fee is not charged yet.
    OPEN: the fee is charged but not fully paid.
    PAID: the fee is fully paid.
    """

    NONE = "none"
    DUE = "due"
    OPEN = "open"
    PAID = "paid"


@dataclass(frozen=True, slots=True)
class EntryFee:
    """The entry fee of an entrant.

    amount: minor units still to pay, or the whole fee once it is paid; 0 without a fee.
    charge_id: id of the charge, None while the fee is not charged.
    """

    state: FeeState
    amount: int = 0
    currency: str = ""
    charge_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class CheckInRow:
    """An entrant with the time of arrival and the entry fee.

    arrived_at: time of the check-in, None before.
    reduced: whether the entrant pays the reduced fee.
    """

    player_id: UUID
    name: str
    club_name: str
    team: str
    arrived_at: datetime | None
    reduced: bool
    fee: EntryFee


@dataclass(frozen=True, slots=True)
class CheckInList:
    """The check-in list of a tournament, with all entrants sorted by name.

    has_reduced_fee: whether the tournament has a reduced fee.
    """

    rows: tuple[CheckInRow, ...]
    has_reduced_fee: bool

    @property
    def arrived_count(self) -> int:
        """The number of entrants who have arrived."""
        return sum(row.arrived_at is not None for row in self.rows)

    @property
    def missing_rows(self) -> tuple[CheckInRow, ...]:
        """The entrants who have not arrived."""
        return tuple(row for row in self.rows if row.arrived_at is None)

    @property
    def unpaid_count(self) -> int:
        """The number of entrants who have not fully paid."""
        return sum(row.fee.state in (FeeState.DUE, FeeState.OPEN) for row in self.rows)

    def find_row(self, player_id: UUID) -> CheckInRow | None:
        """Return the row of this player, None if the player does not take part."""
        return next((row for row in self.rows if row.player_id == player_id), None)

    def find_rows_by_name(self, wanted: str) -> tuple[CheckInRow, ...]:
        """Return the rows whose name contains every word of `wanted`, ignoring case and accents."""
        words = fold_text(wanted).split()
        return tuple(row for row in self.rows if all(word in fold_text(row.name) for word in words))


def load_check_in_list(tournament: Tournament) -> CheckInList:
    """Return the check-in list of a tournament, in at most seven queries."""
    terms = load_registration_terms(tournament)
    fees = _load_entry_fees(tournament, terms)
    rows = [
        CheckInRow(
            player_id=entrant.player_id,
            name=entrant.player.name,
            club_name=entrant.club_name,
            team=entrant.team,
            arrived_at=entrant.arrived_at,
            reduced=entrant.reduced,
            fee=fees[entrant.player_id],
        )
        for entrant in tournament.entrants.filter(gone=False).select_related("player")
    ]
    rows.sort(key=lambda row: build_sort_key(row.name))
    return CheckInList(tuple(rows), bool(terms and terms.reduced_fee))


def load_entry_fee(entrant: Entrant) -> EntryFee:
    """Return the entry fee of an entrant."""
    tournament = entrant.tournament
    return _load_entry_fees(tournament, load_registration_terms(tournament))[entrant.player_id]


def _load_entry_fees(
    tournament: Tournament, terms: RegistrationTerms | None
) -> Mapping[UUID, EntryFee]:
    """Return the entry fee of each entrant by player id."""
    charges = _load_entry_charges(tournament)
    open_amounts = (
        {fee.charge.pk: fee.left for fee in load_open_fees(tournament.club_id)} if charges else {}
    )
    fees = {}
    for player, reduced in tournament.entrants.values_list("player_id", "reduced"):
        charge = charges.get(player)
        fees[player] = (
            _build_charged_fee(charge, open_amounts)
            if charge
            else _build_due_fee(terms, reduced=reduced)
        )
    return fees


def _load_entry_charges(tournament: Tournament) -> dict[UUID, Charge]:
    """Return the charges for entry fees that were not undone, by player id."""
    rows = Charge.objects.filter(
        tournament_charge__tournament=tournament, purpose=Purpose.ENTRY, reversed_by=None
    )
    return {row.player_id: row for row in rows}


def _build_charged_fee(charge: Charge, open_amounts: Mapping[UUID, int]) -> EntryFee:
    open_amount = open_amounts.get(charge.pk, 0)
    state = FeeState.OPEN if open_amount else FeeState.PAID
    return EntryFee(state, open_amount or charge.amount, charge.currency, charge.pk)


def _build_due_fee(terms: RegistrationTerms | None, *, reduced: bool) -> EntryFee:
    if terms is None or not terms.fee:
        return EntryFee(FeeState.NONE)
    amount = terms.reduced_fee if reduced and terms.reduced_fee else terms.fee
    return EntryFee(FeeState.DUE, amount, terms.currency)
