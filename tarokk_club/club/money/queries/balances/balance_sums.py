"""Open balances: sessions, charges and payments added up, by currency.

The accounts of a club (players, kitty and pots of open tables) add up to zero. Amounts are minor
units, positive if receivable.
"""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet, Sum, UUIDField

from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.models import Balance, Charge, Payment
from tarokk_club.club.models.money import BORNE, KITTY, NOT_COUNTER_ENTRY, PartyKind
from tarokk_club.database.prepared import Parameter, PreparedQuery

# Currency to account to minor units; an account is a player's id, or the kitty.
CurrencyBalances = dict[str, dict[str, int]]
BalanceMove = tuple[str, str, int]


def sum_open_balances(club_id: UUID) -> CurrencyBalances:
    """Return the open balance of each account of a club by currency, in three queries."""
    results = _sum_results(Balance.objects.filter(session__club=club_id))
    charges = _sum_charges(Charge.objects.filter(club=club_id))
    payments = _sum_payments(Payment.objects.filter(club=club_id))
    return _sum_moves(
        [*_iter_result_moves(results), *_iter_charge_moves(charges), *_iter_payment_moves(payments)]
    )


def sum_paid_by_plan(club_id: UUID) -> CurrencyBalances:
    """Return the sums paid for planned transfers, by currency and account, + paid, - received."""
    planned = Payment.objects.filter(club=club_id).exclude(transfer=None)
    return _sum_moves(_iter_payment_moves(_sum_payments(planned)))


def sum_player_open_balances(player_id: UUID) -> dict[str, int]:
    """Return one player's open balance by currency, without balances of 0, in three queries."""
    results, charges = _RESULTS.run(player=player_id), _CHARGES.run(player=player_id)
    payments = _PAYMENTS.run(player=player_id)
    balances = _sum_moves(
        [*_iter_result_moves(results), *_iter_charge_moves(charges), *_iter_payment_moves(payments)]
    )
    balances_by_currency = {
        currency: accounts.get(str(player_id), 0) for currency, accounts in balances.items()
    }
    return {currency: minor for currency, minor in balances_by_currency.items() if minor}


def sum_kitty_money(club_id: UUID) -> dict[str, int]:
    """Return the money in the kitty by currency: cash, bank and other ways of payment together."""
    rows = Payment.objects.filter(build_counted_condition(), club=club_id)
    sums = rows.values_list("currency", "payer_side", "receiver_side").annotate(Sum("amount"))
    cash: dict[str, int] = {}
    for currency, payer, receiver, amount in sums:
        came = amount * ((receiver == PartyKind.KITTY) - (payer == PartyKind.KITTY))
        cash[currency] = cash.get(currency, 0) + came
    return cash


def build_counted_condition() -> Q:
    """Return a condition for payments that count; a claim counts once it is confirmed."""
    return Q(claimed=False) | Q(confirmation__isnull=False)


def build_pending_claim_condition() -> Q:
    """Return a condition for claims that are neither confirmed nor denied nor withdrawn."""
    return NOT_COUNTER_ENTRY & Q(claimed=True, confirmation=None, reversed_by=None)


def convert_points_to_minor(points: int, per_point: str, currency: str) -> int:
    """Return the value of a session's points in minor units.

    per_point: the stake, as a decimal number in the currency.
    """
    return points * read_amount(per_point, CURRENCIES[currency], field="per_point")


def find_account_or_kitty(player_id: UUID | None) -> str:
    """Return the account of a player, or of the kitty if there is no player.

    People outside the club count as the kitty, because a payment to them is made for the club.
    """
    return str(player_id) if player_id else KITTY


def _sum_results(rows: QuerySet[Balance]) -> QuerySet[Any, Any]:
    staked = rows.filter(session__binned_at=None).exclude(session__per_point="")
    sums = staked.values_list("session__currency", "session__per_point", "player_id")
    return sums.annotate(Sum("points"))


def _iter_result_moves(sums: Iterable[Any]) -> Iterator[BalanceMove]:
    for currency, per_point, player_id, points in sums:
        yield currency, str(player_id), convert_points_to_minor(points, per_point, currency)


def _sum_charges(rows: QuerySet[Charge]) -> QuerySet[Any, Any]:
    first, borne = Q(reverses=None), Q(purpose__in=BORNE)
    return rows.values_list("currency", "player_id").annotate(
        charged=Sum("amount", filter=first & ~borne | ~first & borne),
        forgiven=Sum("amount", filter=first & borne | ~first & ~borne),
    )


def _iter_charge_moves(sums: Iterable[Any]) -> Iterator[BalanceMove]:
    for currency, player_id, charged, forgiven in sums:
        minor = (forgiven or 0) - (charged or 0)
        yield currency, str(player_id), minor
        yield currency, KITTY, -minor


def _sum_payments(rows: QuerySet[Payment]) -> QuerySet[Any, Any]:
    sums = rows.filter(build_counted_condition()).values_list("currency", "payer_id", "receiver_id")
    return sums.annotate(Sum("amount"))


def _iter_payment_moves(sums: Iterable[Any]) -> Iterator[BalanceMove]:
    for currency, payer, receiver, amount in sums:
        yield currency, find_account_or_kitty(payer), amount
        yield currency, find_account_or_kitty(receiver), -amount


def _sum_moves(moved: Iterable[BalanceMove]) -> CurrencyBalances:
    balances: CurrencyBalances = {}
    for currency, account, minor in moved:
        accounts = balances.setdefault(currency, {})
        accounts[account] = accounts.get(account, 0) + minor
    return balances


_PLAYER = Parameter("player", UUIDField())
_RESULTS = PreparedQuery(lambda: _sum_results(Balance.objects.filter(player=_PLAYER)))
_CHARGES = PreparedQuery(lambda: _sum_charges(Charge.objects.filter(player=_PLAYER)))
_PAYMENTS = PreparedQuery(
    lambda: _sum_payments(Payment.objects.filter(Q(payer=_PLAYER) | Q(receiver=_PLAYER)))
)
