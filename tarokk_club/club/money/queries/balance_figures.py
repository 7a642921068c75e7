"""The one equation of money: tables, fees, payments and what was carried over make what is due.

Every page, paper and file that shows what somebody gets or pays reads its figures here, so that
they can never tell different sums. All amounts are minor units, + the account gets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tarokk_club.club.models import Part, Settlement
from tarokk_club.club.models.money import KITTY
from tarokk_club.club.money.queries.money_book import money_worth

TABLES, FEES, PAID, CARRIED, DUE = "tables", "fees", "paid", "carried", "due"
# In the order in which they stand everywhere.
FIGURES = (TABLES, FEES, PAID, CARRIED, DUE)
# What a part of a settlement came from -> the figure that it counts in.
OF_SOURCE: Mapping[str, str] = {"session": TABLES, "charge": FEES, "payment": PAID}


@dataclass(frozen=True, slots=True)
class Figures:
    """What one account gets, and why: the first four add up to the fifth, `due`.

    tables: won; fees: charged, below zero; paid: + paid, - got; carried: open from before;
    points: by game, behind the tables.
    """

    tables: int = 0
    fees: int = 0
    paid: int = 0
    carried: int = 0
    points: Mapping[str, int] = field(default_factory=dict)

    @property
    def due(self) -> int:
        """What is to get (+) or to pay now."""
        return self.tables + self.fees + self.paid + self.carried

    @property
    def amounts(self) -> tuple[int, int, int, int, int]:
        """All five, in their order."""
        return self.tables, self.fees, self.paid, self.carried, self.due

    @property
    def named(self) -> tuple[tuple[str, int], ...]:
        """All five, each with its name."""
        return tuple(zip(FIGURES, self.amounts, strict=True))

    @property
    def is_nothing(self) -> bool:
        """Whether none of them is anything."""
        return not any(self.amounts)

    def plus(self, source: str, minor: int) -> Figures:
        """The figures with a further part of a session, charge or payment."""
        name = OF_SOURCE[source]
        return replace(self, **{name: getattr(self, name) + minor})

    def scored(self, game: str, points: int) -> Figures:
        """The figures with further points of a game."""
        return replace(self, points={**self.points, game: self.points.get(game, 0) + points})

    def carrying(self, minor: int) -> Figures:
        """The figures with so much open from before."""
        return replace(self, carried=minor)


def settled_figures(settlement: Settlement) -> dict[str, Figures]:
    """The figures of every account of a settlement that was made, in two queries."""
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
    """The kind of what a part came from."""
    return next(source for source in OF_SOURCE if getattr(part, f"{source}_id"))


def _with_points(mine: Figures, part: Part) -> Figures:
    """The points behind a part of a session, as its money tells them."""
    session = part.session
    if session is None or not session.per_point:
        return mine
    stake = money_worth(1, session.per_point, session.currency)
    return mine.scored(session.game, part.minor // stake) if stake else mine


def _account(row: object) -> str:
    player = getattr(row, "player_id", None)
    return str(player) if player else KITTY


def games_scored(rows: Iterable[Figures]) -> tuple[str, ...]:
    """The games that any of them has points of."""
    return tuple(sorted({game for row in rows for game in row.points}))
