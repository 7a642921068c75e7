"""The balance of an account: amounts due by a plan, unsettled amounts, and their total."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import UUIDField

from tarokk_club.club.models import Settlement, Transfer
from tarokk_club.club.models.money import find_player_of_account
from tarokk_club.club.money.queries.balances.balance_figures import Figures, load_settled_figures
from tarokk_club.club.money.queries.balances.balance_sums import (
    find_account_or_kitty,
    sum_open_balances,
)
from tarokk_club.club.money.queries.settlements.paid_transfers import iter_open_transfers
from tarokk_club.club.money.queries.settlements.unsettled_items import load_unsettled_items
from tarokk_club.database.prepared import Parameter, PreparedQuery

# Currency to account to minor units, positive if receivable.
OpenAmounts = dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class OpenPlan:
    """The share of one account in a valid plan, with its open amount.

    id, number: id and number of the settlement.
    rounded: the planned amount, positive if receivable.
    left: the amount that the account still has to pay (-) or to receive (+).
    """

    id: UUID
    number: int
    figures: Figures
    rounded: int
    left: int


@dataclass(frozen=True, slots=True)
class AccountBalance:
    """The balance of one account in one currency.

    unsettled_figures: figures of the unsettled items; `carried` is the amount left open by rounding
        or older plans.
    """

    currency: str
    plans: tuple[OpenPlan, ...]
    unsettled_figures: Figures

    @property
    def due_now(self) -> int:
        """The amount to pay (-) or to receive (+) now."""
        return sum(plan.left for plan in self.plans)

    @property
    def unsettled(self) -> int:
        """The amount that is not settled yet."""
        return self.unsettled_figures.due

    @property
    def open_balance(self) -> int:
        """The total open balance."""
        return self.due_now + self.unsettled


def find_valid_plans(club_id: UUID) -> list[Settlement]:
    """Return the settlements whose plan is neither withdrawn nor replaced, newest first."""
    plans: list[Settlement] = []
    over: set[str] = set()
    for plan in _PLANS.run(club=club_id):
        if plan.currency not in over:
            plans.append(plan)
        if plan.carried:
            over.add(plan.currency)
    return plans


_PLANS = PreparedQuery(
    lambda: Settlement.objects.filter(
        club=Parameter("club", UUIDField()), withdrawn_at=None
    ).order_by("-number")
)


def sum_open_plans(club_id: UUID) -> OpenAmounts:
    """Return the open amounts of all valid plans by currency and account, negative if owed."""
    amounts: OpenAmounts = defaultdict(lambda: defaultdict(int))
    plans = {plan.id: plan for plan in find_valid_plans(club_id)}
    transfers = list(Transfer.objects.filter(settlement__in=plans))
    for transfer, open_amount in iter_open_transfers(transfers):
        accounts = amounts[plans[transfer.settlement_id].currency]
        accounts[find_account_or_kitty(transfer.payer_id)] -= open_amount
        accounts[find_account_or_kitty(transfer.receiver_id)] += open_amount
    return amounts


def load_account_balances(
    club_id: UUID, account: str, currencies: Iterable[str]
) -> tuple[AccountBalance, ...]:
    """Return the balance of the account in each of these currencies."""
    codes = tuple(currencies)
    if not codes:
        return ()
    items, book = load_unsettled_items(club_id), sum_open_balances(club_id)
    plans = _find_open_plans(club_id, account)
    balances = []
    for code in codes:
        unsettled = Figures()
        for item in items:
            if item.currency == code and item.minor.get(account):
                unsettled = unsettled.with_amount(item.source, item.minor[account])
                if item.per_point:
                    unsettled = unsettled.with_points(
                        item.game, item.minor[account] // item.per_point
                    )
        own_plans = tuple(plan for plan, currency in plans if currency == code)
        total = book.get(code, {}).get(account, 0)
        carried = total - sum(plan.left for plan in own_plans) - unsettled.due
        balances.append(AccountBalance(code, own_plans, unsettled.with_carried(carried)))
    return tuple(balances)


def _find_open_plans(club_id: UUID, account: str) -> list[tuple[OpenPlan, str]]:
    """Return the valid plans that are open for the account, oldest first, with their currency."""
    plans = []
    for plan in reversed(find_valid_plans(club_id)):
        figures = load_settled_figures(plan).get(account)
        share = plan.shares.filter(player=find_player_of_account(account)).first()
        if figures is None or share is None:
            continue
        transfers = [
            each
            for each in plan.transfers.all()
            if account
            in (find_account_or_kitty(each.payer_id), find_account_or_kitty(each.receiver_id))
        ]
        open_amount = sum(
            amount if find_account_or_kitty(each.receiver_id) == account else -amount
            for each, amount in iter_open_transfers(transfers)
        )
        if open_amount:
            plans.append(
                (OpenPlan(plan.id, plan.number, figures, share.rounded, open_amount), plan.currency)
            )
    return plans
