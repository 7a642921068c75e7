"""The lines of a Danish hand, with the contents of the two pots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.core.accounts import name_pot_account
from scoring.core.posting import Line
from scoring.core.table import Table
from scoring.games.danish.record import KING, PAGAT
from scoring.games.danish.seats import find_players

PAGAT_POT, KING_POT = name_pot_account(PAGAT), name_pot_account(KING)
_POT_ACCOUNTS = ((PAGAT_POT, PAGAT), (KING_POT, KING))


class Sheet:
    """The lines of a hand at `table`, with pots that change as lines are added.

    Source: scoring/RULEBOOK.md, section 3.
    """

    __slots__ = ("lines", "playing", "pots", "table")

    def __init__(self, table: Table) -> None:
        self.table = table
        self.playing = find_players(table)
        self.lines: list[Line] = []
        self.pots = dict(table.pots)

    def add_line(
        self,
        item: str,
        values: Mapping[str, Any],
        points: Mapping[str, int],
        *,
        code: str | None = None,
        announced: bool | None = None,
    ) -> None:
        """Add a line and move its points in `pots`.

        If `values` names a "player", the line is that player's figure.

        points: points by account, + receives.
        code: code of the line's sentence, `item` if None.

        Source: docs/adr/0018-scoring-core.md, "Every point explained".
        """
        by = values.get("player")
        figure = None if by is None else item
        self.lines.append(Line(item, code or item, values, points, figure, announced, 0, None, by))
        for account, pot in _POT_ACCOUNTS:
            if account in points:
                self.pots[pot] += points[account]

    def compute_points_from_each(self, player: str, amount: int) -> dict[str, int]:
        """Return the points if each of the two other players pays `amount` to `player`.

        amount: negative if `player` pays the others.

        Source: scoring/RULEBOOK.md, section 3.
        """
        points = dict.fromkeys(self.playing, -amount)
        if player in points:
            points[player] = 2 * amount
        return points
