"""Lists of recorded payments and fees, with names."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet

from tarokk_club.club.models import Charge, KittyTransfer, Payment, Player
from tarokk_club.club.models.money import KITTY, OUTSIDE, PartyKind, build_kitty_condition
from tarokk_club.club.money.queries.balances.balance_sums import build_pending_claim_condition
from tarokk_club.club.money.queries.settlements.paid_transfers import is_counted_payment, is_denied
from tarokk_club.club.money.queries.settlements.unsettled_items import load_open_fees
from tarokk_club.club.names.collation import build_sort_key

Entry = TypeVar("Entry", Charge, Payment)
PAGE = 30
COUNTS, CLAIMED, UNDONE, COUNTER = "counts", "claimed", "undone", "counter"
# The state of a claim that the receiver or the treasurer has denied.
DENIED = "denied"
FEES, PAYMENTS = "fees", "payments"


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a money entry.

    name: name of a player; None for the kitty and for people outside.
    """

    name: str | None
    outside: bool = False
    user_id: UUID | None = None
    player_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class MoneyEntryRow:
    """A payment or a fee, with names.

    state: COUNTS, CLAIMED (not counted yet), DENIED, UNDONE, or COUNTER for a counter-entry.
    entered_by: name of the user who entered it; None for the operator.
    undone_by: name of the user who undid or denied it; None for the operator or if nobody did.
    reason: the reason that this user gave.
    left: the open amount of a fee; 0 for everything else.
    kind: one of the club's kinds of income and expense; "" for none.
    """

    is_fee: bool
    id: UUID
    date: date
    made_at: datetime
    payer: Party
    receiver: Party
    amount: int
    currency: str
    purpose: str
    how: str
    note: str
    state: str
    entered_by: str | None
    undone_by: str | None = None
    reason: str = ""
    left: int = 0
    kind: str = ""

    @property
    def player_name(self) -> str:
        """The name of the paying player, else of the receiving player; "" without a player."""
        return self.payer.name or self.receiver.name or ""

    @property
    def has_receipt(self) -> bool:
        """Whether the entry is a counted payment from or to the kitty."""
        is_kitty = any(
            party.name is None and not party.outside for party in (self.payer, self.receiver)
        )
        return is_kitty and not self.is_fee and self.state == COUNTS

    def involves_user(self, user_id: UUID) -> bool:
        """Return whether the payer or the receiver belongs to this user account."""
        return user_id in (self.payer.user_id, self.receiver.user_id)


@dataclass(frozen=True, slots=True)
class MoneyEntryRows:
    """A page of money entries, newest first.

    older: the cursor of the next page; None on the last page.
    """

    rows: tuple[MoneyEntryRow, ...]
    older: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoneyEntryQuery:
    """A filter for money entries.

    kind: FEES, PAYMENTS or a purpose; "" for all.
    open_only: whether to return only pending claims and fees that are not fully paid.
    kitty: whether to leave out payments that are neither from nor to the kitty.
    visible: the accounts that the reader may see; None for all.
    """

    player: UUID | None = None
    kind: str = ""
    first: date | None = None
    last: date | None = None
    open_only: bool = False
    kitty: bool = False
    visible: frozenset[str] | None = None

    @property
    def has_filters(self) -> bool:
        """Whether the user has set any part of the filter."""
        return self != MoneyEntryQuery(kitty=self.kitty, visible=self.visible)


def load_money_entries(
    club_id: UUID, *, before: str = "", wanted: MoneyEntryQuery | None = None
) -> MoneyEntryRows:
    """Return a page of payments and fees, newest first.

    before: `older` of the previous page; any other text returns the first page.
    """
    filters = wanted or MoneyEntryQuery()
    fees = {fee.charge.pk: fee.left for fee in load_open_fees(club_id)}
    order, older = ("-made_at", "-pk"), _build_older_condition(before)
    payments = _filter_payments(club_id, filters).filter(older)
    charges = _filter_charges(club_id, filters, fees).filter(older)
    rows = [
        *map(_build_payment_row, payments.order_by(*order)[: PAGE + 1]),
        *(_build_charge_row(charge, fees) for charge in charges.order_by(*order)[: PAGE + 1]),
    ]
    rows.sort(key=lambda row: (row.made_at, row.id), reverse=True)
    page_rows = rows[:PAGE]
    last = page_rows[-1] if len(rows) > PAGE else None
    return MoneyEntryRows(
        _sort_rows(page_rows), f"{last.made_at.isoformat()}~{last.id}" if last else None
    )


def _sort_rows(rows: list[MoneyEntryRow]) -> tuple[MoneyEntryRow, ...]:
    """Return the rows sorted by time, newest first, then by name, then fees before payments."""
    by_name = sorted(rows, key=lambda row: (build_sort_key(row.player_name), not row.is_fee))
    return tuple(sorted(by_name, key=lambda row: row.made_at, reverse=True))


def load_money_entry(
    club_id: UUID, entry_id: UUID, *, visible: frozenset[str] | None
) -> MoneyEntryRow | None:
    """Return a payment or fee; None if it does not exist or the reader may not see it.

    visible: the accounts that the reader may see; None for all.
    """
    filters = MoneyEntryQuery(visible=visible)
    payment = _filter_payments(club_id, filters).filter(pk=entry_id).first()
    if payment:
        return _build_payment_row(payment)
    charge = _filter_charges(club_id, filters, {}).filter(pk=entry_id).first()
    fees = {fee.charge.pk: fee.left for fee in load_open_fees(club_id)} if charge else {}
    return _build_charge_row(charge, fees) if charge else None


def _filter_payments(club_id: UUID, filters: MoneyEntryQuery) -> QuerySet[Payment]:
    rows = _filter_days(_select_payments(club_id), filters)
    if filters.kind == FEES:
        return rows.none()
    if filters.kind not in ("", PAYMENTS):
        rows = rows.filter(purpose=filters.kind)
    if filters.player:
        rows = rows.filter(Q(payer=filters.player) | Q(receiver=filters.player))
    if filters.open_only:
        rows = rows.filter(build_pending_claim_condition())
    if filters.kitty:
        rows = rows.filter(build_kitty_condition())
    return (
        rows if filters.visible is None else rows.filter(_build_visible_condition(filters.visible))
    )


def _build_visible_condition(visible: frozenset[str]) -> Q:
    """Return a condition for payments of these accounts and payments without any player."""
    players = [player for player in visible if player != KITTY]
    club = Q(payer=None, receiver=None)
    return club | Q(payer__in=players) | Q(receiver__in=players)


def _filter_charges(
    club_id: UUID, filters: MoneyEntryQuery, fees: Mapping[UUID, int]
) -> QuerySet[Charge]:
    rows = _filter_days(_select_charges(club_id), filters)
    if filters.kind == PAYMENTS:
        return rows.none()
    if filters.kind not in ("", FEES):
        rows = rows.filter(purpose=filters.kind)
    if filters.player:
        rows = rows.filter(player=filters.player)
    if filters.visible is not None:
        rows = rows.filter(player__in=[player for player in filters.visible if player != KITTY])
    return rows.filter(pk__in=fees) if filters.open_only else rows


def _filter_days(rows: QuerySet[Entry], filters: MoneyEntryQuery) -> QuerySet[Entry]:
    if filters.first:
        rows = rows.filter(date__gte=filters.first)
    return rows.filter(date__lte=filters.last) if filters.last else rows


def is_cursor(cursor: str) -> bool:
    """Return whether the text is a valid cursor of a page."""
    return _read_cursor(cursor) is not None


def _build_older_condition(cursor: str) -> Q:
    """Return a condition for entries older than a cursor; empty if the cursor is invalid."""
    position = _read_cursor(cursor)
    if position is None:
        return Q()
    at, last = position
    return Q(made_at__lt=at) | Q(made_at=at, pk__lt=last)


def _read_cursor(cursor: str) -> tuple[datetime, UUID] | None:
    """Return the time in UTC and the id in a cursor; None if the cursor is invalid."""
    moment, _tilde, pk = cursor.partition("~")
    try:
        at, last = datetime.fromisoformat(moment), UUID(pk)
        # In the first or last year, another time zone may leave the calendar.
        return (at.astimezone(UTC), last) if at.tzinfo else None
    except (OverflowError, ValueError):
        return None


def load_open_claims(
    club_id: UUID, visible: frozenset[str] | None = None
) -> tuple[MoneyEntryRow, ...]:
    """Return the payments that await confirmation, oldest first.

    visible: the accounts that the reader may see; None for all.
    """
    rows = _filter_payments(club_id, MoneyEntryQuery(visible=visible)).filter(
        build_pending_claim_condition()
    )
    return tuple(map(_build_payment_row, rows.order_by("made_at", "pk")))


def _select_payments(club_id: UUID) -> QuerySet[Payment]:
    rows = Payment.objects.filter(club=club_id)
    more = ("payer", "receiver", "made_by", "confirmation", "reversed_by__made_by", "receipt")
    return rows.select_related(*more)


def _select_charges(club_id: UUID) -> QuerySet[Charge]:
    return Charge.objects.filter(club=club_id).select_related(
        "player", "made_by", "reversed_by__made_by"
    )


def _build_payment_row(payment: Payment) -> MoneyEntryRow:
    return MoneyEntryRow(
        is_fee=False,
        payer=_build_party(payment.payer, payment.payer_side),
        receiver=_build_party(payment.receiver, payment.receiver_side),
        how=payment.how,
        state=_find_payment_state(payment),
        kind=payment.receipt.kind if hasattr(payment, "receipt") else "",
        **_collect_common_fields(payment),
    )


def _find_payment_state(payment: Payment) -> str:
    if is_denied(payment):
        return DENIED
    return (
        CLAIMED
        if not is_counted_payment(payment) and not is_undone_or_counter_entry(payment)
        else _find_state(payment)
    )


def _build_charge_row(charge: Charge, fees: Mapping[UUID, int]) -> MoneyEntryRow:
    return MoneyEntryRow(
        is_fee=True,
        payer=_build_party(charge.player, PartyKind.PLAYER),
        receiver=Party(None),
        how="",
        state=_find_state(charge),
        left=fees.get(charge.pk, 0),
        **_collect_common_fields(charge),
    )


def _collect_common_fields(entry: Charge | Payment) -> dict[str, Any]:
    counter = getattr(entry, "reversed_by", None)
    undone_by = counter.made_by if counter else None
    return {
        "id": entry.id,
        "date": entry.date,
        "made_at": entry.made_at,
        "amount": entry.amount,
        "currency": entry.currency,
        "purpose": entry.purpose,
        "note": entry.note,
        "entered_by": entry.made_by.name if entry.made_by else None,
        "undone_by": undone_by.name if undone_by else None,
        "reason": counter.note if counter else "",
    }


def _build_party(player: Player | None, side: str) -> Party:
    if player:
        return Party(player.name, user_id=player.user_id, player_id=player.pk)
    return Party(None, outside=side == OUTSIDE)


def is_undone_or_counter_entry(entry: Charge | Payment | KittyTransfer) -> bool:
    """Return whether the entry was undone by a counter-entry, or is one itself."""
    return entry.reverses_id is not None or hasattr(entry, "reversed_by")


def _find_state(entry: Charge | Payment) -> str:
    if entry.reverses_id:
        return COUNTER
    return UNDONE if hasattr(entry, "reversed_by") else COUNTS
