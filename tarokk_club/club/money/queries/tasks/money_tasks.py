"""Money tasks of a user: planned payments to make, and claims to confirm."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import IntegerField, QuerySet, UUIDField

from tarokk_club.club.models import Club, Payment, Transfer, User
from tarokk_club.club.money.queries.balances.account_balances import find_valid_plans
from tarokk_club.club.money.queries.balances.balance_sums import build_pending_claim_condition
from tarokk_club.club.money.queries.settlements.paid_transfers import (
    NOTHING,
    load_transfer_payments,
)
from tarokk_club.club.writing.permissions import Right
from tarokk_club.database.prepared import Parameter, PreparedQuery, select_count


@dataclass(frozen=True, slots=True)
class PaymentToMake:
    """A planned payment that the user has to make.

    receiver: None for the kitty.
    amount: the amount neither paid nor claimed, in minor units.
    """

    settlement_id: UUID
    receiver: str | None
    amount: int
    currency: str


@dataclass(frozen=True, slots=True)
class MoneyTasks:
    """The open money tasks of a user.

    to_confirm: the number of payments that the user can confirm.
    """

    to_pay: tuple[PaymentToMake, ...]
    to_confirm: int

    @property
    def has_tasks(self) -> bool:
        """Whether there are any tasks."""
        return bool(self.to_pay or self.to_confirm)


def load_money_tasks(club: Club, user: User, rights: Collection[Right]) -> MoneyTasks:
    """Return the user's own money tasks, in at most four queries."""
    return MoneyTasks(
        find_payments_to_make(club, user), _count_claims_to_confirm(club, user, rights)
    )


def find_payments_to_make(club: Club, user: User) -> tuple[PaymentToMake, ...]:
    """Return the user's planned payments with an amount that is neither paid nor claimed."""
    plans = {plan.id: plan for plan in find_valid_plans(club.id)}
    if not plans:
        return ()
    first = min(plan.number for plan in plans.values())
    rows = _TRANSFERS.run(club=club.pk, user=user.pk, first=first)
    transfers = [transfer for transfer in rows if transfer.settlement_id in plans]
    paid = load_transfer_payments(transfers) if transfers else {}
    to_pay = []
    for transfer in transfers:
        paid_so_far = paid.get(transfer.id, NOTHING)
        open_amount = (
            transfer.amount
            - paid_so_far.amount
            - sum(claim.amount for claim in paid_so_far.claimed)
        )
        if open_amount > 0:
            name = transfer.receiver.name if transfer.receiver else None
            currency = plans[transfer.settlement_id].currency
            to_pay.append(PaymentToMake(transfer.settlement_id, name, open_amount, currency))
    return tuple(to_pay)


def _select_transfers_of_payer() -> QuerySet[Transfer]:
    """Return a query for the transfers that a user pays in a club, from a settlement number on."""
    rows = Transfer.objects.filter(
        settlement__club=Parameter("club", UUIDField()),
        settlement__number__gte=Parameter("first", IntegerField()),
        payer__user=Parameter("user", UUIDField()),
    )
    return rows.select_related("receiver").order_by("settlement__number", "place")


_TRANSFERS = PreparedQuery(_select_transfers_of_payer)


def _count_claims_to_confirm(club: Club, user: User, rights: Collection[Right]) -> int:
    """Return the number of claims that the user may confirm.

    A treasurer may confirm all claims, a player only claims of payments to that player.
    """
    if Right.SETTLE in rights:
        return int(_ALL_CLAIMS.first(club=club.pk))
    return int(_OWN_CLAIMS.first(club=club.pk, user=user.pk))


def _select_claim_count(*, own: bool) -> QuerySet[Any, Any]:
    """Return a query for the number of pending claims in a club.

    own: whether to count only payments to a user.
    """
    claims = Payment.objects.filter(
        build_pending_claim_condition(), club=Parameter("club", UUIDField())
    )
    if own:
        claims = claims.filter(receiver__user=Parameter("user", UUIDField()))
    return select_count(claims)


_ALL_CLAIMS = PreparedQuery(partial(_select_claim_count, own=False))
_OWN_CLAIMS = PreparedQuery(partial(_select_claim_count, own=True))
