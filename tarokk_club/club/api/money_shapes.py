"""API schemas of money, with all amounts in minor units of their currency."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from ninja import Schema


class BalanceOut(Schema):
    """The open balance of a player (minor units, + receives).

    now: the part that settlement plans include.
    unsettled: the part that no settlement includes yet.
    """

    player: UUID
    name: str
    open: int
    now: int
    unsettled: int


class KittyOut(Schema):
    """The balance and the money of the kitty.

    open: the open balance, + receives.
    held: the money in the kitty, the sum of cash, bank and other.
    """

    open: int
    held: int
    cash: int
    bank: int
    other: int


class CurrencyBalancesOut(Schema):
    """The balances in one currency.

    players: the players with a balance or a planned payment, highest balance first; only the user
        where members see only their own money.
    even: the number of other players with entries.
    in_pots: the money in the pots of open tables.
    """

    currency: str
    players: list[BalanceOut]
    even: int
    kitty: KittyOut
    in_pots: int


class BalancesOut(Schema):
    """The open balances of a club in each currency, the club's own currency first."""

    items: list[CurrencyBalancesOut]


class MoneyEntryFilter(Schema):
    """A filter of payments or fees.

    cursor: `next` of the previous page.
    player: the payer or the receiver.
    first, last: the first and last day; null for no limit.
    open: whether to return only unconfirmed payments or unpaid fees.
    """

    cursor: str | None = None
    player: UUID | None = None
    first: date | None = None
    last: date | None = None
    open: bool = False


class PartyOut(Schema):
    """The payer or receiver of a payment.

    account: the player id, `kitty` or `outside`.
    name: null for the kitty and for somebody outside the club.
    """

    account: str
    name: str | None


class MoneyEntryOut(Schema):
    """A payment or a fee.

    amount: above 0.
    state: `claimed` does not count yet, `denied` never counted, `counter` cancels an entry that is
        `undone`.
    how: cash, transfer or other; "" for a fee.
    kind: one of the club's kinds of income and expense; "" for none.
    left: the unpaid amount of a fee.
    """

    id: UUID
    date: date
    entered_at: datetime
    payer: PartyOut
    receiver: PartyOut
    amount: int
    currency: str
    purpose: str
    how: str
    kind: str
    note: str
    state: str
    left: int


class MoneyEntryPage(Schema):
    """A page of payments or fees, newest first.

    next: the cursor of the next page; null on the last page.
    """

    items: list[MoneyEntryOut]
    next: str | None


class SettlementOut(Schema):
    """A settlement in a list.

    total: the sum of the planned payments; null where members see only their own money.
    open: the number of planned payments that are not paid yet.
    """

    id: UUID
    number: int
    currency: str
    made_at: datetime
    total: int | None
    open: int
    withdrawn: bool


class SettlementList(Schema):
    """A page of settlements, newest first.

    next: the cursor of the next page; null on the last page.
    """

    items: list[SettlementOut]
    next: str | None


class ShareOut(Schema):
    """The share of an account in a settlement (minor units, + receives).

    account: the player id or `kitty`.
    tables, fees, paid, carried: the four amounts whose sum is `exact`.
    rounded: `exact` rounded to the smallest payment.
    """

    account: str
    name: str | None
    tables: int
    fees: int
    paid: int
    carried: int
    exact: int
    rounded: int


class TransferOut(Schema):
    """A planned payment of a settlement, in minor units.

    payer, receiver: null for the kitty.
    """

    id: UUID
    payer: UUID | None
    receiver: UUID | None
    amount: int
    left: int
    state: str


class SettledScope(Schema):
    """The scope of a settlement.

    what: open, evening, session or range.
    game: "" for all games.
    first, last: the first and last day; null for no limit.
    carried: whether earlier open amounts are included.
    """

    what: str
    game: str
    first: date | None
    last: date | None
    session: UUID | None
    carried: bool


class SettlementWhole(Schema):
    """A settlement with its plan; only the user's part where members see only their own money.

    step: the smallest payment, in minor units.
    """

    id: UUID
    number: int
    currency: str
    made_at: datetime
    withdrawn: bool
    scope: SettledScope
    step: int
    shares: list[ShareOut]
    transfers: list[TransferOut]


class MoneyRulesOut(Schema):
    """The rules by which a club settles.

    when: after each hand, after each evening, or once for a whole season.
    cash_step: the smallest payment in minor units, null if the coins determine it.
    hub: the account through which everybody pays: a player's id or kitty, null for none.
    own_only: whether members see only their own money.
    kinds: the club's own kinds of income and expense, for the field `kind` of payments and fees.
    """

    when: str
    cash_step: int | None
    hub: str | None
    own_only: bool
    kinds: list[str]
