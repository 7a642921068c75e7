"""What of a club's money waits for one person: planned payments to make, claims to confirm."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.models import Club, Payment, Transfer, User
from tarokk_club.club.money.queries.money_book import waits
from tarokk_club.club.money.queries.paid_transfers import NOTHING, paid_of
from tarokk_club.club.money.queries.standing import plans_that_hold
from tarokk_club.club.writing.permissions import Right


@dataclass(frozen=True, slots=True)
class ToPay:
    """What is left of one planned payment; receiver None: the kitty; amount: minor units."""

    settlement_id: UUID
    receiver: str | None
    amount: int
    currency: str


@dataclass(frozen=True, slots=True)
class MoneyWaiting:
    """to_confirm: how many payments the person can say of that they have arrived."""

    to_pay: tuple[ToPay, ...]
    to_confirm: int

    @property
    def is_any(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.to_pay or self.to_confirm)


def money_waiting(club: Club, user: User, rights: Collection[Right]) -> MoneyWaiting:
    """What waits for this person and for nobody else, in at most four queries."""
    return MoneyWaiting(_to_pay(club, user), _to_confirm(club, user, rights))


def _to_pay(club: Club, user: User) -> tuple[ToPay, ...]:
    """Without what the person has marked as paid already: that waits for the receiver."""
    plans = {one.id: one for one in plans_that_hold(club.id)}
    rows = Transfer.objects.filter(settlement__in=plans, payer__user=user)
    mine = list(rows.select_related("receiver").order_by("settlement__number", "place"))
    paid = paid_of(mine) if mine else {}
    found = []
    for one in mine:
        said = paid.get(one.id, NOTHING)
        left = one.amount - said.amount - sum(claim.amount for claim in said.claimed)
        if left > 0:
            name = one.receiver.name if one.receiver else None
            currency = plans[one.settlement_id].currency
            found.append(ToPay(one.settlement_id, name, left, currency))
    return tuple(found)


def _to_confirm(club: Club, user: User, rights: Collection[Right]) -> int:
    """Who keeps the money confirms every payment, a receiver the own ones."""
    claims = Payment.objects.filter(waits(), club=club)
    if Right.SETTLE not in rights:
        claims = claims.filter(receiver__user=user)
    return claims.count()
