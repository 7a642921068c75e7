"""Open balances: sessions, charges and payments added up, by currency.

The accounts of a club (players, kitty and pots of open tables) add up to zero. Amounts are minor
units, + receives.
"""

from collections.abc import Iterable, Iterator
from uuid import UUID

from django.db.models import Q, QuerySet, Sum

from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.models import Balance, Charge, Payment
from tarokk_club.club.models.money import BORNE, KITTY, Side

# Currency to account to minor units; an account is a player's id, or the kitty.
Book = dict[str, dict[str, int]]
Moved = tuple[str, str, int]


def sum_open_balances(club_id: UUID) -> Book:
    """Return the open balance of each account of a club by currency, in three queries."""
    balances = Balance.objects.filter(session__club=club_id)
    charges = Charge.objects.filter(club=club_id)
    payments = Payment.objects.filter(club=club_id)
    return _sum_moves(
        [*_iterate_results(balances), *_iterate_charges(charges), *_iterate_payments(payments)]
    )


def sum_paid_by_plan(club_id: UUID) -> Book:
    """Return the sums paid for planned transfers, by currency and account."""
    return _sum_moves(
        _iterate_payments(Payment.objects.filter(club=club_id).exclude(transfer=None))
    )


def sum_open_money(player_id: UUID) -> dict[str, int]:
    """Return one player's open balance by currency, without balances of 0."""
    balances = Balance.objects.filter(player=player_id)
    charges = Charge.objects.filter(player=player_id)
    payments = Payment.objects.filter(Q(payer=player_id) | Q(receiver=player_id))
    book = _sum_moves(
        [*_iterate_results(balances), *_iterate_charges(charges), *_iterate_payments(payments)]
    )
    balances_by_currency = {
        currency: accounts.get(str(player_id), 0) for currency, accounts in book.items()
    }
    return {currency: minor for currency, minor in balances_by_currency.items() if minor}


def sum_kitty_cash(club_id: UUID) -> dict[str, int]:
    """Return the cash in the kitty by currency: receipts less payouts."""
    rows = Payment.objects.filter(build_counted_condition(), club=club_id)
    sums = rows.values_list("currency", "payer_side", "receiver_side").annotate(Sum("amount"))
    cash: dict[str, int] = {}
    for currency, payer, receiver, amount in sums:
        came = amount * ((receiver == Side.KITTY) - (payer == Side.KITTY))
        cash[currency] = cash.get(currency, 0) + came
    return cash


def build_counted_condition() -> Q:
    """Return a condition for payments that count; a claim counts only when confirmed."""
    return Q(claimed=False) | Q(confirmation__isnull=False)


def build_pending_claim_condition() -> Q:
    """Return a condition for claims that are neither confirmed nor denied nor withdrawn."""
    return Q(claimed=True, confirmation=None, reverses=None, reversed_by=None)


def convert_points_to_minor(points: int, per_point: str, currency: str) -> int:
    """Return the value of a session's points in minor units."""
    return points * read_amount(per_point, CURRENCIES[currency], field="per_point")


def find_open_account(player_id: UUID | None) -> str:
    """Return the account whose balance one side of a payment changes.

    People outside the club count as the kitty, because a payment to them is made for the club.
    """
    return str(player_id) if player_id else KITTY


def _iterate_results(rows: QuerySet[Balance]) -> Iterator[Moved]:
    staked = rows.filter(session__binned_at=None).exclude(session__per_point="")
    sums = staked.values_list("session__currency", "session__per_point", "player_id")
    for currency, per_point, player_id, points in sums.annotate(Sum("points")):
        yield currency, str(player_id), convert_points_to_minor(points, per_point, currency)


def _iterate_charges(rows: QuerySet[Charge]) -> Iterator[Moved]:
    first, borne = Q(reverses=None), Q(purpose__in=BORNE)
    sums = rows.values_list("currency", "player_id").annotate(
        charged=Sum("amount", filter=first & ~borne | ~first & borne),
        forgiven=Sum("amount", filter=first & borne | ~first & ~borne),
    )
    for currency, player_id, charged, forgiven in sums:
        minor = (forgiven or 0) - (charged or 0)
        yield currency, str(player_id), minor
        yield currency, KITTY, -minor


def _iterate_payments(rows: QuerySet[Payment]) -> Iterator[Moved]:
    sums = rows.filter(build_counted_condition()).values_list("currency", "payer_id", "receiver_id")
    for currency, payer, receiver, amount in sums.annotate(Sum("amount")):
        yield currency, find_open_account(payer), amount
        yield currency, find_open_account(receiver), -amount


def _sum_moves(moved: Iterable[Moved]) -> Book:
    book: Book = {}
    for currency, account, minor in moved:
        accounts = book.setdefault(currency, {})
        accounts[account] = accounts.get(account, 0) + minor
    return book
