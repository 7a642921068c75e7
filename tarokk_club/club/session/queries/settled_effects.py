"""What a change of a settled session does to its settlement, for the page that asks before it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from scoring.ledger.currency import CURRENCIES
from scoring.ledger.money import read_amount
from tarokk_club.club.models import Session, Settlement
from tarokk_club.club.session.queries.change_replay import Effect


@dataclass(frozen=True, slots=True)
class SettledEffect:
    """settlements: id and number of those that took the session in, oldest first; moved: by name,
    what somebody gets (+) or owes then beyond what is settled, in minor units of the currency.
    """

    settlements: tuple[tuple[UUID, int], ...]
    moved: tuple[tuple[str, int], ...]
    currency: str


def settled_effect(
    session: Session, effect: Effect, *, per_point: str | None = None
) -> SettledEffect | None:
    """None where the session is in no settlement; per_point: the stake after the change."""
    rows = Settlement.objects.filter(parts__session=session, withdrawn_at=None).distinct()
    settlements = tuple(rows.order_by("number").values_list("id", "number"))
    if not settlements or not session.per_point:
        return None
    currency = CURRENCIES[session.currency]
    now = read_amount(session.per_point, currency, field="per_point")
    then = read_amount(per_point, currency, field="per_point") if per_point else now
    moved = {
        player: after * then - before * now for player, (before, after) in effect.totals.items()
    }
    names = effect.names
    return SettledEffect(
        settlements,
        tuple((names[player], minor) for player, minor in moved.items() if minor),
        session.currency,
    )
