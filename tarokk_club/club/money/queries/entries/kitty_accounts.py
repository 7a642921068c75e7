"""The money in the kitty by account: cash, bank, and other ways of payment.

Each way of payment is an account of the kitty. Amounts are minor units.
"""

from datetime import date
from uuid import UUID

from django.db.models import Max, Q, Sum

from tarokk_club.club.models import ClosedYear, KittyTransfer, Payment
from tarokk_club.club.models.money import PartyKind
from tarokk_club.club.money.queries.balances.balance_sums import build_counted_condition

# Currency to account (a value of PaymentMethod) to minor units.
KittyAccounts = dict[str, dict[str, int]]


def sum_kitty_accounts(club_id: UUID, *, until: date | None = None) -> KittyAccounts:
    """Return the money in each account of the kitty, in two queries.

    until: the last day to include; None for all days.
    """
    days = Q(date__lte=until) if until else Q()
    sums_by_currency: KittyAccounts = {}

    def add_amount(currency: str, account: str, minor: int) -> None:
        accounts = sums_by_currency.setdefault(currency, {})
        accounts[account] = accounts.get(account, 0) + minor

    paid = Payment.objects.filter(build_counted_condition(), days, club=club_id)
    sides = paid.values_list("currency", "how", "payer_side", "receiver_side")
    for currency, method, payer, receiver, amount in sides.annotate(Sum("amount")):
        if PartyKind.KITTY in (payer, receiver):
            add_amount(currency, method, amount if receiver == PartyKind.KITTY else -amount)
    moved = KittyTransfer.objects.filter(days, club=club_id)
    sums = moved.values_list("currency", "source", "target").annotate(Sum("amount"))
    for currency, source, target, amount in sums:
        add_amount(currency, source, -amount)
        add_amount(currency, target, amount)
    return sums_by_currency


def find_last_closed_year(club_id: UUID) -> int | None:
    """Return the last year that the club has closed; None if it has closed none."""
    year = ClosedYear.objects.filter(club=club_id).aggregate(last=Max("year"))["last"]
    return None if year is None else int(year)
