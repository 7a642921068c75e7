"""The figures of a balance: session results, fees, payments and the amount carried over.

They add up to the amount due. All pages, prints and files use the figures of this module, so that
they show the same amounts. Amounts are minor units, positive if receivable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tarokk_club.club.models import Settlement, SettlementPart
from tarokk_club.club.money.queries.balances.balance_sums import (
    convert_points_to_minor,
    find_account_or_kitty,
)

TABLES, FEES, PAID, CARRIED, DUE = "tables", "fees", "paid", "carried", "due"
# The order in which all pages and files display the figures.
FIGURES = (TABLES, FEES, PAID, CARRIED, DUE)
# The figure to which each source of a settlement part adds.
FIGURE_BY_SOURCE: Mapping[str, str] = {"session": TABLES, "charge": FEES, "payment": PAID}


@dataclass(frozen=True, slots=True)
class Figures:
    """The balance of one account in minor units, as four figures that add up to `due`.

    tables: results of sessions, + won.
    fees: fees charged (-) and cancelled (+), prizes and write-offs (+).
    paid: payments, + paid, - received.
    carried: amount carried over from before.
    points: points by game, the source of `tables`.
    """

    tables: int = 0
    fees: int = 0
    paid: int = 0
    carried: int = 0
    points: Mapping[str, int] = field(default_factory=dict)

    @property
    def due(self) -> int:
        """The amount to receive (+) or to pay (-)."""
        return self.tables + self.fees + self.paid + self.carried

    @property
    def amounts(self) -> tuple[int, int, int, int, int]:
        """The five figures in the order of FIGURES."""
        return self.tables, self.fees, self.paid, self.carried, self.due

    @property
    def is_all_zero(self) -> bool:
        """Whether all five figures are 0."""
        return not any(self.amounts)

    def with_amount(self, source: str, minor: int) -> Figures:
        """Return a copy of the figures with an amount added.

        source: "session", "charge" or "payment".
        """
        name = FIGURE_BY_SOURCE[source]
        return replace(self, **{name: getattr(self, name) + minor})

    def with_points(self, game: str, points: int) -> Figures:
        """Return a copy of the figures with points of a game added."""
        return replace(self, points={**self.points, game: self.points.get(game, 0) + points})

    def with_carried(self, minor: int) -> Figures:
        """Return a copy of the figures with this carried amount instead."""
        return replace(self, carried=minor)


def load_settled_figures(settlement: Settlement) -> dict[str, Figures]:
    """Return the figures of a saved settlement by account, in two queries."""
    figures = {
        find_account_or_kitty(share.player_id): Figures(carried=share.carried)
        for share in settlement.shares.order_by("pk")
    }
    for part in settlement.parts.select_related("session").order_by("pk"):
        account = find_account_or_kitty(part.player_id)
        mine = figures.get(account, Figures()).with_amount(find_part_source(part), part.minor)
        figures[account] = _add_session_points(mine, part, settlement.currency)
    return figures


def find_part_source(part: SettlementPart) -> str:
    """Return the source of a settlement part: "session", "charge" or "payment"."""
    return next(source for source in FIGURE_BY_SOURCE if getattr(part, f"{source}_id"))


def _add_session_points(mine: Figures, part: SettlementPart, currency: str) -> Figures:
    """Return the figures with the points of the part added, if it has a session with a stake.

    A session whose stake is in another currency by now adds no points.
    """
    session = part.session
    if session is None or not session.per_point or session.currency != currency:
        return mine
    stake = convert_points_to_minor(1, session.per_point, session.currency)
    return mine.with_points(session.game, part.minor // stake) if stake else mine


def list_scored_games(rows: Iterable[Figures]) -> tuple[str, ...]:
    """Return the games with points in any of these figures, sorted."""
    return tuple(sorted({game for row in rows for game in row.points}))
