"""A saved settlement: its plan, its payments, and later corrections."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from tarokk_club.club.models import Change, Payment, Settlement, Transfer
from tarokk_club.club.models.hands import Action
from tarokk_club.club.models.money import player_or_kitty
from tarokk_club.club.money.queries.balance_figures import games_scored, settled_figures
from tarokk_club.club.money.queries.open_balances import OpenItem, unsettled
from tarokk_club.club.money.queries.paid_transfers import (
    NOTHING,
    TransferPayments,
    load_transfer_payments,
    open_transfer_amounts,
)
from tarokk_club.club.money.queries.transfer_plan import ShareRow
from tarokk_club.club.names.player_names import names_in

# How many changes to list for a corrected session.
MOST_CHANGES = 6
WAITS, CLAIMED, PAID, OVER = "waits", "claimed", "paid", "over"


@dataclass(frozen=True, slots=True)
class TransferRow:
    """A planned transfer; a name of None is the kitty.

    state: WAITS, CLAIMED, PAID or OVER.
    left: the unpaid amount.
    payment: the newest payment that is not undone, if any.
    denied: the last claim, if it was denied.
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
    def is_begun(self) -> bool:
        """Whether the transfer is partly paid."""
        return 0 < self.left < self.amount


@dataclass(frozen=True, slots=True)
class Correction:
    """A settled session whose amounts have changed since: the difference, and the changes that
    caused it.
    """

    item: OpenItem
    moved: tuple[tuple[str | None, int], ...]
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class SettlementPage:
    """A settlement with everything that its page shows.

    replaced_by: the later settlement that replaced it.
    """

    settlement: Settlement
    shares: tuple[ShareRow, ...]
    transfers: tuple[TransferRow, ...]
    corrections: tuple[Correction, ...]
    replaced_by: Settlement | None

    @property
    def carried_into(self) -> Settlement | None:
        """The later settlement that carried over an unpaid transfer of this one, if any."""
        is_open = any(row.state == OVER for row in self.transfers)
        return self.replaced_by if is_open else None

    @property
    def is_rounded(self) -> bool:
        """Whether any payable amount differs from the exact amount."""
        return any(share.exact != share.rounded for share in self.shares)

    @property
    def games(self) -> tuple[str, ...]:
        """The games whose points are included in the money."""
        return games_scored(share.figures for share in self.shares)

    @property
    def is_paid_by(self) -> bool:
        """Whether anybody has paid or claims to have paid, so that it cannot be withdrawn."""
        return any(row.payment for row in self.transfers)

    @property
    def waiting(self) -> int:
        """The number of transfers that are neither paid nor claimed."""
        return sum(row.state == WAITS for row in self.transfers)

    @property
    def can_be_ticked(self) -> bool:
        """Whether any transfer is open that nobody has denied."""
        return any(row.state in (WAITS, CLAIMED) and not row.denied for row in self.transfers)

    def seen_by(self, accounts: Collection[str]) -> "SettlementPage":
        """Return the page for a reader who may see only these accounts."""
        return replace(
            self,
            shares=tuple(row for row in self.shares if row.account in accounts),
            transfers=tuple(row for row in self.transfers if row.is_payer or row.is_receiver),
            corrections=(),
        )


TO_PAY, PAID, WITHDRAWN = "open", "paid", "withdrawn"


@dataclass(frozen=True, slots=True)
class SettlementRow:
    """A settlement in a list.

    total: the sum of its transfers; None for a reader who may not see the money of others.
    open: the number of unpaid transfers.
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
        """The state: to pay, paid or withdrawn."""
        return WITHDRAWN if self.withdrawn else TO_PAY if self.open else PAID


def successor(settlement: Settlement) -> Settlement | None:
    """Return the first later settlement that carried over the open amounts of this one; None if
    there is none.
    """
    later = Settlement.objects.filter(
        club=settlement.club_id,
        currency=settlement.currency,
        number__gt=settlement.number,
        carried=True,
        withdrawn_at=None,
    )
    return later.order_by("number").first()


def is_over(settlement: Settlement) -> bool:
    """Return whether its plan is no longer valid: it was withdrawn or replaced by a later one."""
    return settlement.withdrawn_at is not None or successor(settlement) is not None


def settlement_page(settlement: Settlement, reader: UUID) -> SettlementPage:
    """Return the settlement for a reader.

    reader: id of a user account.
    """
    names = names_in(settlement.club_id)
    later = successor(settlement)
    over = later is not None or settlement.withdrawn_at is not None
    transfers = list(settlement.transfers.select_related("payer", "receiver").order_by("place"))
    paid = load_transfer_payments(transfers)
    rounded = {one.player_id: one.rounded for one in settlement.shares.all()}
    shares = [
        ShareRow(account, names.get(account), mine, rounded.get(player_or_kitty(account), 0))
        for account, mine in settled_figures(settlement).items()
    ]
    shares.sort(key=lambda row: (row.name is None, -row.exact, row.name or ""))
    return SettlementPage(
        settlement=settlement,
        shares=tuple(shares),
        transfers=tuple(
            _row(one, paid.get(one.id, NOTHING), reader, over=over) for one in transfers
        ),
        corrections=tuple(_corrections(settlement, names)),
        replaced_by=later,
    )


def _row(transfer: Transfer, paid: TransferPayments, reader: UUID, *, over: bool) -> TransferRow:
    payer, receiver = transfer.payer, transfer.receiver
    left = transfer.amount - paid.amount
    state = OVER if over else WAITS
    if not left:
        state = PAID
    elif paid.claimed:
        state = CLAIMED
    return TransferRow(
        id=transfer.id,
        payer=payer.name if payer else None,
        receiver=receiver.name if receiver else None,
        amount=transfer.amount,
        left=left,
        state=state,
        payment=next(iter(reversed((*paid.counted, *paid.claimed))), None),
        denied=paid.denied,
        is_payer=bool(payer and payer.user_id == reader),
        is_receiver=bool(receiver and receiver.user_id == reader),
        payer_id=transfer.payer_id,
        receiver_id=transfer.receiver_id,
    )


def _corrections(settlement: Settlement, names: dict[str, str]) -> Iterable[Correction]:
    """Yield the settled sessions whose result has changed since."""
    if settlement.withdrawn_at:
        return
    parts = settlement.parts.exclude(session=None)
    mine = set(parts.values_list("session_id", flat=True))
    if not mine:
        return
    moved = [
        item
        for item in unsettled(settlement.club_id)
        if item.source == "session" and item.id in mine and item.currency == settlement.currency
    ]
    changes = Change.objects.filter(
        session__in=[item.id for item in moved], at__gt=settlement.made_at
    ).exclude(action=Action.CLOSE)
    newest = list(changes.select_related("author", "entry__booking").order_by("-at", "-pk"))
    for item in moved:
        yield Correction(
            item=item,
            moved=tuple(
                (names.get(account), minor) for account, minor in item.minor.items() if minor
            ),
            changes=tuple(one for one in newest if one.session_id == item.id)[:MOST_CHANGES],
        )


def settlement_rows(
    club_id: UUID, limit: int | None = None, *, seen: Collection[str] | None = None
) -> tuple[SettlementRow, ...]:
    """Return the settlements of a club, newest first, in three queries.

    seen: accounts whose money the reader may see; None for all.
    """
    settlements = list(Settlement.objects.filter(club=club_id).order_by("-number")[:limit])
    transfers = list(Transfer.objects.filter(settlement__in=settlements))
    left = {one.id for one, _left in open_transfer_amounts(transfers)}
    successors = _successors(settlements)
    rows = []
    for one in settlements:
        mine = [each for each in transfers if each.settlement_id == one.id]
        waits = [each for each in mine if each.id in left]
        later = successors.get(one.id, 0)
        withdrawn = one.withdrawn_at is not None
        rows.append(
            SettlementRow(
                id=one.id,
                number=one.number,
                currency=one.currency,
                made_at=one.made_at,
                scope=one.scope,
                total=sum(each.amount for each in mine) if seen is None else None,
                open=0 if later or withdrawn else len(waits),
                withdrawn=withdrawn,
                carried_into=later if waits and not withdrawn else 0,
            )
        )
    return tuple(rows)


def _successors(settlements: Iterable[Settlement]) -> dict[UUID, int]:
    """Return the number of the settlement that replaced the plan of each of these, where a later
    settlement did.

    settlements: newest first.
    """
    numbers: dict[UUID, int] = {}
    carrying: dict[str, int] = {}
    for one in settlements:
        if one.currency in carrying:
            numbers[one.id] = carrying[one.currency]
        if one.carried and one.withdrawn_at is None:
            carrying[one.currency] = one.number
    return numbers
