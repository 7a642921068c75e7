"""The settlement of a session: exact and payable amounts, and the transfers that clear them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from scoring.core.accounts import add_amounts
from scoring.ledger.currency import CURRENCIES, Currency
from scoring.ledger.money import convert_points_to_money, read_amount, round_amount_to_cash
from tarokk_club.club.models import Session
from tarokk_club.club.models.money import KITTY, WhenSettled
from tarokk_club.club.money.queries.money_rules import find_smallest_payment, load_money_rules
from tarokk_club.club.money.queries.settlements.rounding_by_name import (
    plan_transfers_by_name,
    round_amounts_by_name,
)
from tarokk_club.club.money.queries.settlements.session_cleared_amounts import (
    ClearedAmounts,
    load_cleared_amounts,
)
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.names.player_names import load_names


@dataclass(frozen=True, slots=True)
class Due:
    """The result of one player in a session.

    points: the points, positive if received.
    minor: exact amount in minor units; None without a stake, or if the reader may not see it.
    payable: rounded amount, or the exact one while there are points in the pots; None like `minor`,
        or if the session is partly settled or paid.
    """

    player_id: str
    name: str
    points: int
    hands: int
    minor: int | None
    payable: int | None


@dataclass(frozen=True, slots=True)
class SessionTransfer:
    """A transfer in the plan of a session.

    payer, receiver: names; None for the kitty.
    amount: above 0, in minor units, or in points without a stake.
    """

    payer_id: str
    payer: str | None
    receiver_id: str
    receiver: str | None
    amount: int


@dataclass(frozen=True, slots=True)
class LeavingPayment:
    """The payment that a player makes or receives on leaving an open table.

    till: the other account of the payment: the kitty or the player who keeps the money.
    amount: payable amount in minor units of the session's currency, positive if receivable.
    """

    player_id: UUID
    name: str
    amount: int
    till: str


@dataclass(frozen=True, slots=True)
class SessionSettlement:
    """The settlement of a session.

    dues: best first.
    payments: planned transfers, without the amounts in `cleared`.
    currency: None without a stake.
    step: smallest payment, in minor units.
    in_pots, in_pots_minor: points and minor units in the pots of an open session; nothing is
        payable before they are split.
    at_table: whether the club settles after each hand.
    waits_for_end: whether the plan waits for the end of an open session.
    cleared: the amounts already settled or paid.
    leaving: the payment of each player who would leave the table now, sorted by name.
    """

    dues: tuple[Due, ...]
    payments: tuple[SessionTransfer, ...]
    currency: Currency | None
    per_point: str
    in_pots: int
    in_pots_minor: int | None
    step: int
    at_table: bool
    waits_for_end: bool
    cleared: ClearedAmounts
    leaving: tuple[LeavingPayment, ...]

    @property
    def is_rounded(self) -> bool:
        """Whether any payable amount differs from the exact amount."""
        return any(due.payable not in (None, due.minor) for due in self.dues)

    def limit_money_to(self, accounts: Collection[str]) -> "SessionSettlement":
        """Return the settlement for a reader who may see only these accounts.

        The points stay visible, because everybody at the table knows them.
        """
        own_accounts = frozenset(accounts) - {KITTY}
        own_payments = (
            payment
            for payment in self.payments
            if {payment.payer_id, payment.receiver_id} & own_accounts
        )
        dues = (
            due if due.player_id in accounts else replace(due, minor=None, payable=None)
            for due in self.dues
        )
        return replace(
            self,
            dues=tuple(dues),
            payments=tuple(own_payments),
            cleared=self.cleared.limit_money_to(accounts),
            leaving=(),
        )

    @property
    def shows_money_of_all_players(self) -> bool:
        """Whether the money of every player is visible."""
        return self.currency is None or all(due.minor is not None for due in self.dues)

    @property
    def exact_total(self) -> int | None:
        """The sum of all exact amounts, 0 if the pots are empty; None if some are hidden."""
        return sum(due.minor or 0 for due in self.dues) if self.shows_money_of_all_players else None

    @property
    def exact_total_with_pots(self) -> int | None:
        """The sum of all exact amounts and the pots, always 0; None if some are hidden."""
        total = self.exact_total
        return None if total is None else total + (self.in_pots_minor or 0)

    @property
    def payable_total(self) -> int | None:
        """The sum of all payable amounts, 0 if the pots are empty; None if some are hidden."""
        return (
            sum(due.payable or 0 for due in self.dues) if self.shows_money_of_all_players else None
        )

    @property
    def total(self) -> int:
        """The sum of all players' points and the pots, always 0."""
        return sum(due.points for due in self.dues) + self.in_pots


def load_session_settlement(session: Session) -> SessionSettlement:
    """Return the current settlement of a session, in at most five queries."""
    rows = list(session.balances.values_list("player_id", "points", "hands"))
    names = load_names(session.club_id)
    points = {str(player): amount for player, amount, _ in rows}
    currency = CURRENCIES[session.currency] if session.per_point else None
    in_pots = -sum(points.values())
    money = (
        convert_points_to_money(points, per_point=_read_stake(session, currency))
        if currency
        else None
    )
    rules = load_money_rules(session.club_id)
    hub = rules.hub
    step = find_smallest_payment(session.club, rules, currency.code) if currency else 1
    cleared = load_cleared_amounts(session, names) if currency else ClearedAmounts()
    open_amounts = _subtract_cleared(money or {}, cleared)
    payable = unpaid = money
    if money and not in_pots:
        unpaid = round_amounts_by_name(open_amounts, names, step=step)
        # Amounts that are settled or paid were rounded at that time.
        payable = None if cleared.moves else unpaid
    at_table = rules.when == WhenSettled.HAND
    waits_for_end = not session.closed and not (at_table and currency)
    waits = bool(in_pots) or waits_for_end
    dues = [
        Due(
            player,
            names[player],
            points[player],
            hands,
            _find_amount(money, player),
            _find_amount(payable, player),
        )
        for player, hands in ((str(player), hands) for player, _, hands in rows)
    ]
    dues.sort(key=lambda due: (-due.points, due.name))
    return SessionSettlement(
        dues=tuple(dues),
        payments=() if waits else _plan_session_transfers(points, unpaid, names, hub),
        currency=currency,
        per_point=session.per_point,
        in_pots=in_pots,
        in_pots_minor=None if money is None else -sum(money.values()),
        step=step,
        at_table=at_table,
        waits_for_end=waits_for_end,
        cleared=cleared,
        leaving=_build_leaving_payments(
            {
                player: round_amount_to_cash(open_amounts[player], step=step)
                for player in open_amounts
            },
            names,
            hub,
        ),
    )


def _build_leaving_payments(
    amounts: Mapping[str, int], names: Mapping[str, str], hub: str
) -> tuple[LeavingPayment, ...]:
    """Return a payment for each player with an amount other than 0, sorted by name."""
    rows = [
        LeavingPayment(UUID(player), names[player], amount, hub or KITTY)
        for player, amount in amounts.items()
        if amount and player in names
    ]
    return tuple(sorted(rows, key=lambda row: build_sort_key(row.name)))


def _plan_session_transfers(
    points: Mapping[str, int], payable: Mapping[str, int] | None, names: Mapping[str, str], hub: str
) -> tuple[SessionTransfer, ...]:
    """Return the planned transfers of money, or of points if the session has no stake.

    payable: the amounts to pay; None without a stake.
    hub: the account through which all money is paid; "" for none.
    """
    transfers = (
        plan_transfers_by_name(points, names)
        if payable is None
        else plan_transfers_by_name(payable, names, hub=hub)
    )
    return tuple(
        SessionTransfer(
            transfer.payer,
            names.get(transfer.payer),
            transfer.receiver,
            names.get(transfer.receiver),
            transfer.amount,
        )
        for transfer in transfers
    )


def _subtract_cleared(money: Mapping[str, int], cleared: ClearedAmounts) -> dict[str, int]:
    """Return the amounts not yet settled or paid, by account."""
    open_amounts = dict(money)
    add_amounts(open_amounts, dict(cleared.moves))
    return open_amounts


def _find_amount(money: Mapping[str, int] | None, player: str) -> int | None:
    return None if money is None else money[player]


def _read_stake(session: Session, currency: Currency) -> int:
    return read_amount(session.per_point, currency, field="per_point")
