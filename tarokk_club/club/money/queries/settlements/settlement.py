"""A saved settlement: its plan, its payments, and later corrections."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from tarokk_club.club.models import Change, Payment, Settlement, Transfer
from tarokk_club.club.models.hands import Action
from tarokk_club.club.models.money import find_player_of_account
from tarokk_club.club.money.queries.balances.balance_figures import (
    list_scored_games,
    load_settled_figures,
)
from tarokk_club.club.money.queries.settlements.paid_transfers import (
    NOTHING,
    TransferPayments,
    iter_open_transfers,
    load_transfer_payments,
)
from tarokk_club.club.money.queries.settlements.proposed_settlement import ShareRow
from tarokk_club.club.money.queries.settlements.unsettled_items import (
    OpenItem,
    load_unsettled_items,
)
from tarokk_club.club.names.player_names import load_names

# The number of changes to list for a corrected session.
MOST_CHANGES = 6
WAITS, CLAIMED, PAID, OVER = "waits", "claimed", "paid", "over"


@dataclass(frozen=True, slots=True)
class TransferRow:
    """A planned transfer.

    payer, receiver: names; None for the kitty.
    state: PAID, else CLAIMED with a pending claim, else OVER if the plan is no longer valid, else
        WAITS.
    left: the unpaid amount.
    payment: the newest pending claim, else the newest counted payment, if any.
    denied: the newest denied claim; None if there is none or a later payment replaces it.
    is_payer, is_receiver: whether the reader plays as that side.
    payer_id, receiver_id: None for the kitty.
    """

    id: UUID
    payer: str | None
    receiver: str | None
    amount: int
    left: int
    state: str
    payment: Payment | None
    denied: Payment | None
    is_payer: bool
    is_receiver: bool
    payer_id: UUID | None
    receiver_id: UUID | None

    @property
    def is_partly_paid(self) -> bool:
        """Whether a part of the amount is paid, but not all of it."""
        return 0 < self.left < self.amount


@dataclass(frozen=True, slots=True)
class Correction:
    """A settled session whose amounts have changed since.

    moved: pairs of name (None for the kitty) and difference in minor units.
    changes: the newest changes to the session since the settlement, at most MOST_CHANGES,
        without its closing.
    """

    item: OpenItem
    moved: tuple[tuple[str | None, int], ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class SettlementPage:
    """The content of a settlement's page.

    replaced_by: the later settlement that replaced it.
    """

    settlement: Settlement
    shares: tuple[ShareRow, ...]
    transfers: tuple[TransferRow, ...]
    corrections: tuple[Correction, ...]
    replaced_by: Settlement | None

    @property
    def carried_into(self) -> Settlement | None:
        """The later settlement that carried over an unpaid transfer of this one, if any.

        A transfer with a pending claim is unpaid until its receiver confirms the payment.
        """
        is_open = any(row.state != PAID for row in self.transfers)
        return self.replaced_by if is_open else None

    @property
    def is_rounded(self) -> bool:
        """Whether any payable amount differs from the exact amount."""
        return any(share.exact != share.rounded for share in self.shares)

    @property
    def games(self) -> tuple[str, ...]:
        """The games whose points are included in the money."""
        return list_scored_games(share.figures for share in self.shares)

    @property
    def has_payments(self) -> bool:
        """Whether any transfer has a payment or claim, so that withdrawal is refused."""
        return any(row.payment for row in self.transfers)

    @property
    def can_be_marked_paid(self) -> bool:
        """Whether any open transfer has no denied claim, and so can be marked as paid."""
        return any(row.state in (WAITS, CLAIMED) and not row.denied for row in self.transfers)

    def limit_money_to(self, accounts: Collection[str]) -> "SettlementPage":
        """Return the page for a reader who may see only these accounts.

        Transfers between other people and all corrections are left out.
        """
        return replace(
            self,
            shares=tuple(row for row in self.shares if row.account in accounts),
            transfers=tuple(row for row in self.transfers if row.is_payer or row.is_receiver),
            corrections=(),
        )


TO_PAY, WITHDRAWN = "open", "withdrawn"


@dataclass(frozen=True, slots=True)
class SettlementRow:
    """A settlement in the list of settlements.

    total: the sum of its transfers; None if the reader may see only their own money.
    open: the number of unpaid transfers; 0 if the plan is no longer valid.
    carried_into: number of the settlement that carried over its unpaid transfers; 0 for none.
    """

    id: UUID
    number: int
    currency: str
    made_at: datetime
    scope: dict[str, str | None]
    total: int | None
    open: int
    withdrawn: bool
    carried_into: int

    @property
    def state(self) -> str:
        """The state: TO_PAY, PAID or WITHDRAWN; a plan that a later one replaced is PAID."""
        return WITHDRAWN if self.withdrawn else TO_PAY if self.open else PAID


def find_successor(settlement: Settlement) -> Settlement | None:
    """Return the first later settlement that carried over the open amounts, or None."""
    later = Settlement.objects.filter(
        club=settlement.club_id,
        currency=settlement.currency,
        number__gt=settlement.number,
        carried=True,
        withdrawn_at=None,
    )
    return later.order_by("number").first()


def is_plan_over(settlement: Settlement) -> bool:
    """Return whether the plan is no longer valid, because it was withdrawn or replaced."""
    return settlement.withdrawn_at is not None or find_successor(settlement) is not None


def load_settlement_page(settlement: Settlement, reader: UUID) -> SettlementPage:
    """Return the content of a settlement's page.

    reader: id of the reader's user account.
    """
    names = load_names(settlement.club_id)
    later = find_successor(settlement)
    over = later is not None or settlement.withdrawn_at is not None
    transfers = list(settlement.transfers.select_related("payer", "receiver").order_by("place"))
    paid = load_transfer_payments(transfers)
    rounded = {share.player_id: share.rounded for share in settlement.shares.all()}
    shares = [
        ShareRow(account, names.get(account), mine, rounded.get(find_player_of_account(account), 0))
        for account, mine in load_settled_figures(settlement).items()
    ]
    shares.sort(key=lambda row: (row.name is None, -row.exact, row.name or ""))
    return SettlementPage(
        settlement=settlement,
        shares=tuple(shares),
        transfers=tuple(
            _build_row(transfer, paid.get(transfer.id, NOTHING), reader, over=over)
            for transfer in transfers
        ),
        corrections=tuple(_find_corrections(settlement, names)),
        replaced_by=later,
    )


def _build_row(
    transfer: Transfer, paid: TransferPayments, reader: UUID, *, over: bool
) -> TransferRow:
    payer, receiver = transfer.payer, transfer.receiver
    open_amount = transfer.amount - paid.amount
    state = OVER if over else WAITS
    if not open_amount:
        state = PAID
    elif paid.claimed:
        state = CLAIMED
    return TransferRow(
        id=transfer.id,
        payer=payer.name if payer else None,
        receiver=receiver.name if receiver else None,
        amount=transfer.amount,
        left=open_amount,
        state=state,
        payment=next(iter(reversed((*paid.counted, *paid.claimed))), None),
        denied=paid.denied,
        is_payer=bool(payer and payer.user_id == reader),
        is_receiver=bool(receiver and receiver.user_id == reader),
        payer_id=transfer.payer_id,
        receiver_id=transfer.receiver_id,
    )


def _find_corrections(settlement: Settlement, names: dict[str, str]) -> Iterable[Correction]:
    """Yield the sessions of a settlement whose amounts have changed since."""
    if settlement.withdrawn_at:
        return
    parts = settlement.parts.exclude(session=None)
    settled_sessions = set(parts.values_list("session_id", flat=True))
    if not settled_sessions:
        return
    moved = [
        item
        for item in load_unsettled_items(settlement.club_id)
        if item.source == "session"
        and item.id in settled_sessions
        and item.currency == settlement.currency
    ]
    changes = Change.objects.filter(
        session__in=[item.id for item in moved], at__gt=settlement.made_at
    ).exclude(action=Action.CLOSE)
    newest = list(changes.select_related("author", "entry__posting").order_by("-at", "-pk"))
    for item in moved:
        yield Correction(
            item=item,
            moved=tuple(
                (names.get(account), minor) for account, minor in item.minor.items() if minor
            ),
            changes=tuple(change for change in newest if change.session_id == item.id)[
                :MOST_CHANGES
            ],
        )


def load_settlement_rows(
    club_id: UUID, limit: int | None = None, *, visible: Collection[str] | None = None
) -> tuple[SettlementRow, ...]:
    """Return the settlements of a club, newest first, in three queries.

    limit: the largest number of settlements; None for all.
    visible: accounts whose money the reader may see; None for all.
    """
    settlements = list(Settlement.objects.filter(club=club_id).order_by("-number")[:limit])
    transfers = list(Transfer.objects.filter(settlement__in=settlements))
    open_ids = {transfer.id for transfer, _left in iter_open_transfers(transfers)}
    successors = _find_successors(settlements)
    rows = []
    for settlement in settlements:
        own_transfers = [each for each in transfers if each.settlement_id == settlement.id]
        unpaid = [each for each in own_transfers if each.id in open_ids]
        later = successors.get(settlement.id, 0)
        withdrawn = settlement.withdrawn_at is not None
        rows.append(
            SettlementRow(
                id=settlement.id,
                number=settlement.number,
                currency=settlement.currency,
                made_at=settlement.made_at,
                scope=settlement.scope,
                total=sum(each.amount for each in own_transfers) if visible is None else None,
                open=0 if later or withdrawn else len(unpaid),
                withdrawn=withdrawn,
                carried_into=later if unpaid and not withdrawn else 0,
            )
        )
    return tuple(rows)


def _find_successors(settlements: Iterable[Settlement]) -> dict[UUID, int]:
    """Return the number of the succeeding settlement, by id of the replaced settlement.

    settlements: newest first.
    """
    numbers: dict[UUID, int] = {}
    carrying: dict[str, int] = {}
    for settlement in settlements:
        if settlement.currency in carrying:
            numbers[settlement.id] = carrying[settlement.currency]
        if settlement.carried and settlement.withdrawn_at is None:
            carrying[settlement.currency] = settlement.number
    return numbers
