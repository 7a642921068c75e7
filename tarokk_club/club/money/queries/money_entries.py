"""Lists of recorded payments and fees, with names."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, TypeVar
from uuid import UUID

from django.db.models import Q, QuerySet

from tarokk_club.club.models import Charge, Payment, Player
from tarokk_club.club.models.money import KITTY, OUTSIDE, Side, kitty_condition
from tarokk_club.club.money.queries.money_book import pending_claim_condition
from tarokk_club.club.money.queries.open_balances import load_open_fees
from tarokk_club.club.money.queries.paid_transfers import is_counted_payment, is_denied
from tarokk_club.club.names.collation import collation_key

Fact = TypeVar("Fact", Charge, Payment)
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
class FactRow:
    """A payment or a fee, with names.

    state: COUNTS, CLAIMED (not counted yet), DENIED, UNDONE, or COUNTER for a counter-entry.
    said_by: the user who entered it; None for the operator.
    undone_by: the user who undid or denied it; None for the operator.
    why: the reason that this user gave.
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
    said_by: str | None
    undone_by: str | None = None
    why: str = ""
    left: int = 0
    kind: str = ""

    @property
    def player_name(self) -> str:
        """The name of the paying player, else of the receiving player; "" if neither is one."""
        return self.payer.name or self.receiver.name or ""

    @property
    def has_receipt(self) -> bool:
        """Whether the entry is a counted payment from or to the kitty."""
        is_kitty = any(
            player.name is None and not player.outside for player in (self.payer, self.receiver)
        )
        return is_kitty and not self.is_fee and self.state == COUNTS

    def involves_user(self, user_id: UUID) -> bool:
        """Return whether the payer or the receiver belongs to this user account."""
        return user_id in (self.payer.user_id, self.receiver.user_id)


@dataclass(frozen=True, slots=True)
class FactPage:
    """A page of money entries, newest first.

    older: the cursor of the next page; None on the last page.
    """

    rows: tuple[FactRow, ...]
    older: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactFilter:
    """A filter for money entries.

    kind: FEES, PAYMENTS or a purpose.
    open_only: whether to return only open entries.
    kitty: whether to return only entries of the kitty.
    seen: the accounts that the reader may see; None for all.
    """

    player: UUID | None = None
    kind: str = ""
    first: date | None = None
    last: date | None = None
    open_only: bool = False
    kitty: bool = False
    seen: frozenset[str] | None = None

    @property
    def is_set(self) -> bool:
        """Whether the user has set any part of the filter."""
        return self != FactFilter(kitty=self.kitty, seen=self.seen)


def load_money_entries(
    club_id: UUID, *, before: str = "", wanted: FactFilter | None = None
) -> FactPage:
    """Return a page of payments and fees, newest first.

    before: `older` of the previous page; any other text returns the first page.
    """
    filters = wanted or FactFilter()
    fees = {fee.charge.pk: fee.left for fee in load_open_fees(club_id)}
    order, older = ("-made_at", "-pk"), _build_older_condition(before)
    payments = _filter_payments(club_id, filters).filter(older)
    charges = _filter_charges(club_id, filters, fees).filter(older)
    rows = [
        *map(_build_payment_row, payments.order_by(*order)[: PAGE + 1]),
        *(_build_charge_row(charge, fees) for charge in charges.order_by(*order)[: PAGE + 1]),
    ]
    rows.sort(key=lambda row: (row.made_at, row.id), reverse=True)
    taken = rows[:PAGE]
    last = taken[-1] if len(rows) > PAGE else None
    return FactPage(
        _sort_for_display(taken), f"{last.made_at.isoformat()}~{last.id}" if last else None
    )


def _sort_for_display(rows: list[FactRow]) -> tuple[FactRow, ...]:
    """Return the rows newest first; rows of one moment by name, with fees before payments."""
    by_name = sorted(rows, key=lambda row: (collation_key(row.player_name), not row.is_fee))
    return tuple(sorted(by_name, key=lambda row: row.made_at, reverse=True))


def load_money_entry(
    club_id: UUID, fact_id: UUID, *, seen: frozenset[str] | None
) -> FactRow | None:
    """Return a payment or fee; None if it does not exist or the reader may not see it.

    seen: the accounts that the reader may see; None for all.
    """
    filters = FactFilter(seen=seen)
    payment = _filter_payments(club_id, filters).filter(pk=fact_id).first()
    if payment:
        return _build_payment_row(payment)
    charge = _filter_charges(club_id, filters, {}).filter(pk=fact_id).first()
    fees = {fee.charge.pk: fee.left for fee in load_open_fees(club_id)} if charge else {}
    return _build_charge_row(charge, fees) if charge else None


def _filter_payments(club_id: UUID, filters: FactFilter) -> QuerySet[Payment]:
    rows = _filter_days(_select_payments(club_id), filters)
    if filters.kind == FEES:
        return rows.none()
    if filters.kind not in ("", PAYMENTS):
        rows = rows.filter(purpose=filters.kind)
    if filters.player:
        rows = rows.filter(Q(payer=filters.player) | Q(receiver=filters.player))
    if filters.open_only:
        rows = rows.filter(pending_claim_condition())
    if filters.kitty:
        rows = rows.filter(kitty_condition())
    return rows if filters.seen is None else rows.filter(_build_visible_condition(filters.seen))


def _build_visible_condition(seen: frozenset[str]) -> Q:
    """Return a condition for payments of these accounts and payments without any player."""
    players = [player for player in seen if player != KITTY]
    club = Q(payer=None, receiver=None)
    return club | Q(payer__in=players) | Q(receiver__in=players)


def _filter_charges(
    club_id: UUID, filters: FactFilter, fees: Mapping[UUID, int]
) -> QuerySet[Charge]:
    rows = _filter_days(_select_charges(club_id), filters)
    if filters.kind == PAYMENTS:
        return rows.none()
    if filters.kind not in ("", FEES):
        rows = rows.filter(purpose=filters.kind)
    if filters.player:
        rows = rows.filter(player=filters.player)
    if filters.seen is not None:
        rows = rows.filter(player__in=[player for player in filters.seen if player != KITTY])
    return rows.filter(pk__in=fees) if filters.open_only else rows


def _filter_days(rows: QuerySet[Fact], filters: FactFilter) -> QuerySet[Fact]:
    if filters.first:
        rows = rows.filter(date__gte=filters.first)
    return rows.filter(date__lte=filters.last) if filters.last else rows


def is_cursor(mark: str) -> bool:
    """Return whether the text is the cursor of a page."""
    return _read_cursor(mark) is not None


def _build_older_condition(mark: str) -> Q:
    """Return a condition for entries older than a cursor; empty if the text is no cursor."""
    cursor = _read_cursor(mark)
    if cursor is None:
        return Q()
    at, last = cursor
    return Q(made_at__lt=at) | Q(made_at=at, pk__lt=last)


def _read_cursor(mark: str) -> tuple[datetime, UUID] | None:
    """Return the time and id in a cursor; None if the text is no cursor."""
    moment, _tilde, pk = mark.partition("~")
    try:
        at, last = datetime.fromisoformat(moment), UUID(pk)
    except ValueError:
        return None
    return (at, last) if at.tzinfo else None


def load_open_claims(club_id: UUID, seen: frozenset[str] | None = None) -> tuple[FactRow, ...]:
    """Return the payments that await confirmation, oldest first."""
    rows = _filter_payments(club_id, FactFilter(seen=seen)).filter(pending_claim_condition())
    return tuple(map(_build_payment_row, rows.order_by("made_at", "pk")))


def _select_payments(club_id: UUID) -> QuerySet[Payment]:
    rows = Payment.objects.filter(club=club_id)
    more = ("payer", "receiver", "made_by", "confirmation", "reversed_by__made_by", "receipt")
    return rows.select_related(*more)


def _select_charges(club_id: UUID) -> QuerySet[Charge]:
    return Charge.objects.filter(club=club_id).select_related(
        "player", "made_by", "reversed_by__made_by"
    )


def _build_payment_row(payment: Payment) -> FactRow:
    return FactRow(
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
        if not is_counted_payment(payment) and not _is_undone(payment)
        else _find_state(payment)
    )


def _build_charge_row(charge: Charge, fees: Mapping[UUID, int]) -> FactRow:
    return FactRow(
        is_fee=True,
        payer=_build_party(charge.player, Side.PLAYER),
        receiver=Party(None),
        how="",
        state=_find_state(charge),
        left=fees.get(charge.pk, 0),
        **_collect_common_fields(charge),
    )


def _collect_common_fields(fact: Charge | Payment) -> dict[str, Any]:
    counter = getattr(fact, "reversed_by", None)
    undone_by = counter.made_by if counter else None
    return {
        "id": fact.id,
        "date": fact.date,
        "made_at": fact.made_at,
        "amount": fact.amount,
        "currency": fact.currency,
        "purpose": fact.purpose,
        "note": fact.note,
        "said_by": fact.made_by.name if fact.made_by else None,
        "undone_by": undone_by.name if undone_by else None,
        "why": counter.note if counter else "",
    }


def _build_party(player: Player | None, side: str) -> Party:
    if player:
        return Party(player.name, user_id=player.user_id, player_id=player.pk)
    return Party(None, outside=side == OUTSIDE)


def _is_undone(fact: Charge | Payment) -> bool:
    return fact.reverses_id is not None or hasattr(fact, "reversed_by")


def _find_state(fact: Charge | Payment) -> str:
    if fact.reverses_id:
        return COUNTER
    return UNDONE if hasattr(fact, "reversed_by") else COUNTS
