"""Fees that nobody has paid in full and no settlement has taken in yet."""

from collections import Counter
from dataclasses import dataclass
from uuid import UUID

from tarokk_club.club.models import Charge
from tarokk_club.club.models.money import BORNE
from tarokk_club.club.money.queries.open_balances import open_charges
from tarokk_club.club.money.queries.open_payments import open_payments


@dataclass(frozen=True, slots=True)
class OpenFee:
    """A fee; left: what of it is still to be paid, minor units, above 0."""

    charge: Charge
    left: int


def open_fees(club_id: UUID) -> tuple[OpenFee, ...]:
    """Those of a club, oldest first, in three queries."""
    charges = list(open_charges(club_id))
    paid: Counter[UUID] = Counter()
    for one in open_payments(club_id, charges).of_fees:
        if one.charge:
            paid[one.charge.pk] += -one.left if one.payment.reverses_id else one.left
    owed = [OpenFee(one, one.amount - paid[one.pk]) for one in charges if _is_owed(one)]
    owed.sort(key=lambda fee: (fee.charge.date, fee.charge.made_at, str(fee.charge.pk)))
    return tuple(fee for fee in owed if fee.left > 0)


def _is_owed(charge: Charge) -> bool:
    undone = charge.reverses_id or hasattr(charge, "reversed_by")
    return not undone and charge.purpose not in BORNE
