"""The amounts of a session that are already settled or paid."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from scoring.core.accounts import add_amounts
from tarokk_club.club.models import Session, SettlementPart
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.money.queries.balances.balance_sums import find_account_or_kitty
from tarokk_club.club.money.queries.settlements.unsettled_items import (
    select_unsettled_session_payments,
)


@dataclass(frozen=True, slots=True)
class IncludingSettlement:
    """A settlement that included the session."""

    id: UUID
    number: int
    made_at: datetime


@dataclass(frozen=True, slots=True)
class TablePayment:
    """A payment to or from a player at the table.

    accounts: the accounts of payer and receiver.
    payer, receiver: names; None for the kitty.
    """

    accounts: frozenset[str]
    payer: str | None
    receiver: str | None
    amount: int


@dataclass(frozen=True, slots=True)
class ClearedAmounts:
    """The settled and paid amounts of a session.

    settlements: oldest first.
    paid: payments at the table that are not settled yet.
    moves: pairs of account and sum of these amounts, in minor units, positive if receivable.
    """

    settlements: tuple[IncludingSettlement, ...] = ()
    paid: tuple[TablePayment, ...] = ()
    moves: tuple[tuple[str, int], ...] = ()

    def limit_money_to(self, accounts: Collection[str]) -> ClearedAmounts:
        """Return all settlements, and only the payments and amounts of these accounts.

        The kitty's amount is left out.
        """
        own_accounts = frozenset(accounts) - {KITTY}
        return replace(
            self,
            paid=tuple(payment for payment in self.paid if payment.accounts & own_accounts),
            moves=tuple(move for move in self.moves if move[0] in own_accounts),
        )


def load_cleared_amounts(session: Session, names: dict[str, str]) -> ClearedAmounts:
    """Return the settled and paid amounts of the session, in two queries.

    names: names of the club's players, by account.
    """
    moves: dict[str, int] = {}
    settlements = _load_settlements(session, moves)
    paid = _load_payments(session, moves, names)
    return ClearedAmounts(
        settlements, paid, tuple((account, minor) for account, minor in moves.items() if minor)
    )


def _load_settlements(session: Session, moves: dict[str, int]) -> tuple[IncludingSettlement, ...]:
    """Return the settlements that include the session, and add their amounts to `moves`."""
    parts = SettlementPart.objects.filter(
        session=session, settlement__withdrawn_at=None, settlement__currency=session.currency
    )
    settlements: dict[UUID, IncludingSettlement] = {}
    for part in parts.select_related("settlement").order_by("settlement__number"):
        settlement = part.settlement
        settlements[settlement.id] = IncludingSettlement(
            settlement.id, settlement.number, settlement.made_at
        )
        add_amounts(moves, {find_account_or_kitty(part.player_id): -part.minor})
    return tuple(settlements.values())


def _load_payments(
    session: Session, moves: dict[str, int], names: dict[str, str]
) -> tuple[TablePayment, ...]:
    """Return the unsettled payments at the table except undone ones; add all amounts to `moves`."""
    rows = select_unsettled_session_payments().filter(session=session, currency=session.currency)
    payments = list(rows.order_by("made_at", "pk"))
    for payment in payments:
        add_amounts(moves, {find_account_or_kitty(payment.payer_id): payment.amount})
        add_amounts(moves, {find_account_or_kitty(payment.receiver_id): -payment.amount})
    undone = {payment.reverses_id for payment in payments}
    return tuple(
        TablePayment(
            frozenset(
                {
                    find_account_or_kitty(payment.payer_id),
                    find_account_or_kitty(payment.receiver_id),
                }
            ),
            _find_name(payment.payer_id, names),
            _find_name(payment.receiver_id, names),
            payment.amount,
        )
        for payment in payments
        if payment.reverses_id is None and payment.pk not in undone
    )


def _find_name(player_id: UUID | None, names: dict[str, str]) -> str | None:
    return names.get(str(player_id))
