"""The tables of an evening that were drawn and not yet started, as its row keeps them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.games import GAMES
from tarokk_club.club.values.ids import digest


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptSeats:
    """game: what they sit down to; seed: what the seats follow from; draw: how many times was drawn
    before; tables: who sits where, by the number of the table; out: who sits out; by_hand: whether
    somebody changed them.
    """

    game: str
    seed: str
    draw: int
    tables: Mapping[int, tuple[str, ...]]
    out: tuple[str, ...]
    by_hand: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody of the draw, table by table."""
        return (*(one for row in self.tables.values() for one in row), *self.out)

    @property
    def mark(self) -> str:
        """By which all seats that somebody saw are known again."""
        return digest(sorted(self.tables.items()), self.out)[:16]

    def mark_of(self, number: int) -> str:
        """By which the seats of a table that somebody saw are known again."""
        return digest(number, self.tables.get(number, ()))[:16]

    def without(self, number: int) -> KeptSeats:
        """The same with one table less, which was started."""
        return self.seated(
            {one: row for one, row in self.tables.items() if one != number}, self.out
        )

    def seated(
        self,
        tables: Mapping[int, tuple[str, ...]],
        out: Collection[str],
        *,
        by_hand: bool | None = None,
    ) -> KeptSeats:
        """The same draw with other seats."""
        by_hand = self.by_hand if by_hand is None else by_hand
        return replace(self, tables=tables, out=tuple(out), by_hand=by_hand)

    def as_json(self) -> dict[str, Any]:
        """What the row keeps."""
        return {
            "game": self.game,
            "seed": self.seed,
            "draw": self.draw,
            "tables": [[number, list(row)] for number, row in sorted(self.tables.items())],
            "out": list(self.out),
            "by_hand": self.by_hand,
        }


def kept_seats(raw: Any) -> KeptSeats | None:
    """The seats of a row; None where there are none, or some that cannot be read: they may have
    come with a file, and can always be drawn anew.

    >>> kept_seats({"seed": "x", "tables": 7}) is None
    True
    """
    try:
        return _read(raw) if raw else None
    except (LookupError, TypeError, ValueError, OverflowError):
        return None


def _read(raw: Any) -> KeptSeats:
    tables = {int(number): tuple(map(str, row)) for number, row in raw["tables"]}
    out = tuple(map(str, raw["out"]))
    everybody = [*(one for row in tables.values() for one in row), *out]
    if len(set(everybody)) != len(everybody) or len(tables) != len(raw["tables"]):
        raise ValueError("somebody sits twice")
    if raw["game"] not in GAMES:
        raise ValueError("a game that is not known")
    return KeptSeats(
        game=raw["game"],
        seed=str(raw["seed"]),
        draw=int(raw["draw"]),
        tables=tables,
        out=out,
        by_hand=raw["by_hand"] is True,
    )
