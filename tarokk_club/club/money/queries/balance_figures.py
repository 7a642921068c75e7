"""The equation of every balance: tables, fees, payments and the amount carried over add up to the
amount due.

Every page, print sheet and file that shows a balance takes its figures from this module, so that
they always agree. All amounts are minor units, + the account receives.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tarokk_club.club.models import Part, Settlement
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.money.queries.money_book import money_worth

TABLES, FEES, PAID, CARRIED, DUE = "tables", "fees", "paid", "carried", "due"
# In the order used everywhere.
FIGURES = (TABLES, FEES, PAID, CARRIED, DUE)
# Source of a settlement part to the figure that it counts in.
OF_SOURCE: Mapping[str, str] = {"session": TABLES, "charge": FEES, "payment": PAID}


@dataclass(frozen=True, slots=True)
class Figures:
    """The balance of one account and its components: the first four add up to `due`.

    tables: + won.
    fees: charged, negative.
    paid: + paid, - received.
    carried: open from before.
    points: by game, behind `tables`.
    """

    tables: int = 0
    fees: int = 0
    paid: int = 0
    carried: int = 0
    points: Mapping[str, int] = field(default_factory=dict)

    @property
    def due(self) -> int:
        """The amount to receive (+) or to pay now."""
        return self.tables + self.fees + self.paid + self.carried

    @property
    def amounts(self) -> tuple[int, int, int, int, int]:
        """The five figures in their order."""
        return self.tables, self.fees, self.paid, self.carried, self.due

    @property
    def named(self) -> tuple[tuple[str, int], ...]:
        """The five figures, each with its name."""
        return tuple(zip(FIGURES, self.amounts, strict=True))

    @property
    def is_nothing(self) -> bool:
        """Whether all five figures are 0."""
        return not any(self.amounts)

    def plus(self, source: str, minor: int) -> Figures:
        """Return the figures with the amount of a further session, charge or payment added."""
        name = OF_SOURCE[source]
        return replace(self, **{name: getattr(self, name) + minor})

    def scored(self, game: str, points: int) -> Figures:
        """Return the figures with further points of a game added."""
        return replace(self, points={**self.points, game: self.points.get(game, 0) + points})

    def carrying(self, minor: int) -> Figures:
        """Return the figures with this amount carried over."""
        return replace(self, carried=minor)


def settled_figures(settlement: Settlement) -> dict[str, Figures]:
    """Return the figures of every account of a saved settlement, in two queries."""
    found = {
        _account(share): Figures(carried=share.carried)
        for share in settlement.shares.order_by("pk")
    }
    for part in settlement.parts.select_related("session").order_by("pk"):
        account = _account(part)
        mine = found.get(account, Figures()).plus(source_of(part), part.minor)
        found[account] = _with_points(mine, part)
    return found


def source_of(part: Part) -> str:
    """Return the kind of a part's source: session, charge or payment."""
    return next(source for source in OF_SOURCE if getattr(part, f"{source}_id"))


def _with_points(mine: Figures, part: Part) -> Figures:
    """Return the figures with the points of a session's part, computed from its money and the
    stake.
    """
    session = part.session
    if session is None or not session.per_point:
        return mine
    stake = money_worth(1, session.per_point, session.currency)
    return mine.scored(session.game, part.minor // stake) if stake else mine


def _account(row: object) -> str:
    player = getattr(row, "player_id", None)
    return str(player) if player else KITTY


def games_scored(rows: Iterable[Figures]) -> tuple[str, ...]:
    """Return the games in which any of the rows has points."""
    return tuple(sorted({game for row in rows for game in row.points}))
