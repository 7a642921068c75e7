"""The drawn tables of an evening that have not started, as stored with the evening."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scoring.games import GAMES
from tarokk_club.club.values.ids import compute_digest


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningDraw:
    """The drawn tables of an evening that have not started.

    game: key of the game.
    seed: seed of the draw.
    draw: number of earlier draws.
    tables: player ids in the order of the seats, by table number.
    out: ids of the players who sit out.
    by_hand: whether the seats were changed manually.
    """

    game: str
    seed: str
    draw: int
    tables: Mapping[int, tuple[str, ...]]
    out: tuple[str, ...]
    by_hand: bool = False

    @property
    def players(self) -> tuple[str, ...]:
        """The ids of all drawn players, table by table, then those who sit out."""
        return (*(one for row in self.tables.values() for one in row), *self.out)

    @property
    def fingerprint(self) -> str:
        """The fingerprint of all seats, by which a form detects that they have changed."""
        return compute_digest(sorted(self.tables.items()), self.out)[:16]

    def compute_table_fingerprint(self, number: int) -> str:
        """Return the fingerprint of the seats at a table."""
        return compute_digest(number, self.tables.get(number, ()))[:16]

    def copy_without_table(self, number: int) -> EveningDraw:
        """Return a copy of the draw without this table."""
        return self.copy_with_seats(
            {key: row for key, row in self.tables.items() if key != number}, self.out
        )

    def copy_with_seats(
        self,
        tables: Mapping[int, tuple[str, ...]],
        out: Collection[str],
        *,
        by_hand: bool | None = None,
    ) -> EveningDraw:
        """Return a copy of the draw with other seats.

        by_hand: whether the seats were changed manually, None to keep the current value.
        """
        by_hand = self.by_hand if by_hand is None else by_hand
        return replace(self, tables=tables, out=tuple(out), by_hand=by_hand)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON value that the evening stores."""
        return {
            "game": self.game,
            "seed": self.seed,
            "draw": self.draw,
            "tables": [[number, list(row)] for number, row in sorted(self.tables.items())],
            "out": list(self.out),
            "by_hand": self.by_hand,
        }


def read_evening_draw(raw: Any) -> EveningDraw | None:
    """Return the stored draw, None if there is none or it cannot be read.

    An unreadable draw may come from an imported file; the tables can be drawn again.

    >>> read_evening_draw({"seed": "x", "tables": 7}) is None
    True
    """
    try:
        return _parse_draw(raw) if raw else None
    except (LookupError, TypeError, ValueError, OverflowError):
        return None


def _parse_draw(raw: Any) -> EveningDraw:
    tables = {int(number): tuple(map(str, row)) for number, row in raw["tables"]}
    out = tuple(map(str, raw["out"]))
    everybody = [*(one for row in tables.values() for one in row), *out]
    if len(set(everybody)) != len(everybody) or len(tables) != len(raw["tables"]):
        raise ValueError("somebody sits twice")
    if raw["game"] not in GAMES:
        raise ValueError("a game that is not known")
    return EveningDraw(
        game=raw["game"],
        seed=str(raw["seed"]),
        draw=int(raw["draw"]),
        tables=tables,
        out=out,
        by_hand=raw["by_hand"] is True,
    )
