"""API schemas of money: balances, payments and fees, all in minor units of their currency."""

from __future__ import annotations

from datetime import date, datetime
from uuid import UUID

from ninja import Schema


class BalanceOut(Schema):
    """The open balance of a player, + receives.

    now: the part that a plan settles.
    unsettled: the rest, which no settlement includes yet.
    """

    player: UUID
    name: str
    open: int
    now: int
    unsettled: int


class KittyOut(Schema):
    """The kitty.

    open: what it still gets (+) or owes.
    held: the money in it; cash, bank and other add up to it.
    """

    open: int
    held: int
    cash: int
    bank: int
    other: int


class BalancesIn(Schema):
    """The balances in one currency.

    players: those with a balance other than 0, highest first; only the key's own player where
        members see only their own money.
    even: the number of players with a balance of 0.
    in_pots: the money in the pots of open tables.
    """

    currency: str
    players: list[BalanceOut]
    even: int
    kitty: KittyOut
    in_pots: int


class BalancesOut(Schema):
    """The open balances of a club, its own currency first."""

    items: list[BalancesIn]


class MoneyEntryFilter(Schema):
    """The filter of payments or fees.

    cursor: `next` of the page before.
    player: the payer or the receiver.
    first, last: both included.
    open: only claims that wait for a confirmation, or fees that are not paid.
    """

    cursor: str | None = None
    player: UUID | None = None
    first: date | None = None
    last: date | None = None
    open: bool = False


class PartyOut(Schema):
    """The payer or the receiver.

    account: a player id, `kitty` or `outside`.
    name: null for the kitty and for somebody outside.
    """

    account: str
    name: str | None


class MoneyEntryOut(Schema):
    """A payment or a fee.

    amount: above 0.
    state: `claimed` does not count yet, `denied` never did; `counter` cancels another entry, which
        is `undone`.
    how: cash, transfer or other; "" for a fee.
    kind: one of the club's kinds of income and expense, "" for none.
    left: the open amount of a fee.
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

    next: cursor of the next page, null on the last one.
    """

    items: list[MoneyEntryOut]
    next: str | None


class SettlementOut(Schema):
    """A settlement in a list.

    total: amount that changes hands, in minor units; null where the club shows members only their
        own money.
    open: number of transfers not yet paid.
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

    next: cursor of the next page, null on the last one.
    """

    items: list[SettlementOut]
    next: str | None


class ShareOut(Schema):
    """The share of an account, in minor units, + receives.

    account: a player id or `kitty`.
    tables, fees, paid, carried: the four figures that add up to `exact`.
    rounded: the amount that can be paid.
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
    """A planned payment, in minor units.

    payer, receiver: null for the kitty.
    """

    id: UUID
    payer: UUID | None
    receiver: UUID | None
    amount: int
    left: int
    state: str


class SettledScope(Schema):
    """What a settlement included.

    what: open, evening, session or range.
    game: "" for all games together.
    first, last: both included; null if unbounded.
    carried: whether the amounts open from before are included.
    """

    what: str
    game: str
    first: date | None
    last: date | None
    session: UUID | None
    carried: bool


class SettlementWhole(Schema):
    """A settlement with its plan, or the user's part of it where members see only their own
    money.

    step: the smallest payment.
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
    """How a club settles.

    when: after each hand, after each evening, or everything of a season together.
    cash_step: the smallest payment in minor units, null if the coins determine it.
    hub: the account through which everybody pays: a player's id or kitty, null for none.
    own_only: whether members see only their own money.
    kinds: the club's own kinds of income and expense, as payments and fees name them.
    """

    when: str
    cash_step: int | None
    hub: str | None
    own_only: bool
    kinds: list[str]
