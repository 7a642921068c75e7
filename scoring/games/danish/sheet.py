"""The lines of one Danish hand as they are booked, and the two pots kept up with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.core.accounts import pot_account
from scoring.core.posting import Line
from scoring.core.table import Table
from scoring.games.danish.record import KING, PAGAT
from scoring.games.danish.seats import playing_at

PAGAT_POT, KING_POT = pot_account(PAGAT), pot_account(KING)
_POT_ACCOUNTS = ((PAGAT_POT, PAGAT), (KING_POT, KING))


class Sheet:
    """Collects the lines of one hand at `table` and keeps the pots up with them.

    Source: scoring/RULEBOOK.md, section 3.
    """

    __slots__ = ("lines", "playing", "pots", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.playing = playing_at(table)
        self.lines: list[Line] = []
        self.pots = dict(table.pots)

    def book(
        self,
        item: str,
        values: Mapping[str, Any],
        points: Mapping[str, int],
        *,
        code: str | None = None,
        announced: bool | None = None,
    ) -> None:
        """Add a line (account to points, + receives); a value "player" makes it that one's figure.

        Source: docs/adr/0018-scoring-core.md, "Every point explained".
        """
        by = values.get("player")
        figure = None if by is None else item
        self.lines.append(Line(item, code or item, values, points, figure, announced, by=by))
        for account, pot in _POT_ACCOUNTS:
            if account in points:
                self.pots[pot] += points[account]

    def each(self, player: str, amount: int) -> dict[str, int]:
        """`amount` (+ receives) to `player` from each of the two others.

        Source: scoring/RULEBOOK.md, section 3.
        """
        return {name: 2 * amount if name == player else -amount for name in self.playing}
