"""Payments and fees as they were entered, newest first, with the names put in."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from tarokk_club.club.models import Charge, Payment, Player
from tarokk_club.club.models.money import OUTSIDE, Side
from tarokk_club.club.money.queries.money_book import waits

PAGE = 30
COUNTS, CLAIMED, UNDONE, COUNTER = "counts", "claimed", "undone", "counter"


@dataclass(frozen=True, slots=True)
class Party:
    """One side of a fact; name: of a player, None for the kitty and for people outside."""

    name: str | None
    outside: bool = False
    user_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class FactRow:
    """A payment, or a fee that a player owes the kitty.

    state: COUNTS, CLAIMED (it does not count yet), UNDONE, or a COUNTER entry; said_by: who
    entered it, None for the operator.
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

    def is_of(self, user_id: UUID) -> bool:
        """Whether the account plays as one of the two."""
        return user_id in (self.payer.user_id, self.receiver.user_id)


@dataclass(frozen=True, slots=True)
class FactPage:
    """Rows newest first; older: where to go on from, None at the end."""

    rows: tuple[FactRow, ...]
    older: str | None


def fact_page(club_id: UUID, *, before: str = "", kitty: bool = False) -> FactPage:
    """The newest payments and fees, or those before a row; kitty: of the kitty alone.

    before: the `older` of the page before; anything else is the first page again.
    """
    payments, charges = _payments(club_id), _charges(club_id)
    older = _before(before)
    payments, charges = payments.filter(older), charges.filter(older)
    if kitty:
        payments = payments.filter(Q(payer_side=Side.KITTY) | Q(receiver_side=Side.KITTY))
    order = ("-made_at", "-pk")
    found = [
        *map(_of_payment, payments.order_by(*order)[: PAGE + 1]),
        *map(_of_charge, charges.order_by(*order)[: PAGE + 1]),
    ]
    found.sort(key=lambda row: (row.made_at, row.id), reverse=True)
    shown = tuple(found[:PAGE])
    more = len(found) > PAGE
    return FactPage(shown, f"{shown[-1].made_at.isoformat()}~{shown[-1].id}" if more else None)


def _before(mark: str) -> Q:
    """What was entered before the row of a mark: its moment and its id."""
    moment, _tilde, pk = mark.partition("~")
    try:
        at, last = datetime.fromisoformat(moment), UUID(pk)
    except ValueError:
        return Q()
    if at.tzinfo is None:
        return Q()
    return Q(made_at__lt=at) | Q(made_at=at, pk__lt=last)


def open_claims(club_id: UUID) -> tuple[FactRow, ...]:
    """The payments that only their payers speak of, oldest first."""
    rows = _payments(club_id).filter(waits())
    return tuple(map(_of_payment, rows.order_by("made_at", "pk")))


def _payments(club_id: UUID) -> QuerySet[Payment]:
    rows = Payment.objects.filter(club=club_id)
    return rows.select_related("payer", "receiver", "made_by", "confirmation", "reversed_by")


def _charges(club_id: UUID) -> QuerySet[Charge]:
    return Charge.objects.filter(club=club_id).select_related("player", "made_by", "reversed_by")


def _of_payment(one: Payment) -> FactRow:
    waits = one.claimed and not hasattr(one, "confirmation")
    return FactRow(
        is_fee=False,
        payer=_party(one.payer, one.payer_side),
        receiver=_party(one.receiver, one.receiver_side),
        how=one.how,
        state=CLAIMED if waits and not _is_undone(one) else _state(one),
        **_common(one),
    )


def _of_charge(one: Charge) -> FactRow:
    return FactRow(
        is_fee=True,
        payer=_party(one.player, Side.PLAYER),
        receiver=Party(None),
        how="",
        state=_state(one),
        **_common(one),
    )


def _common(fact: Charge | Payment) -> dict[str, Any]:
    return {
        "id": fact.id,
        "date": fact.date,
        "made_at": fact.made_at,
        "amount": fact.amount,
        "currency": fact.currency,
        "purpose": fact.purpose,
        "note": fact.note,
        "said_by": fact.made_by.name if fact.made_by else None,
    }


def _party(player: Player | None, side: str) -> Party:
    if player:
        return Party(player.name, user_id=player.user_id)
    return Party(None, outside=side == OUTSIDE)


def _is_undone(fact: Charge | Payment) -> bool:
    return fact.reverses_id is not None or hasattr(fact, "reversed_by")


def _state(fact: Charge | Payment) -> str:
    if fact.reverses_id:
        return COUNTER
    return UNDONE if hasattr(fact, "reversed_by") else COUNTS
