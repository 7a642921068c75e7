"""How rows stand in an archive where the tables have moved on since: an archive has a version of
its own, and the same book gives the same archive whatever its tables look like.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from django.db.models import Model, QuerySet

from scoring.core.posting import Line
from scoring.core.words import ROUND
from scoring.games import GAMES
from tarokk_club.club.models import Booking, FinalTable, Season
from tarokk_club.club.models.ledger import list_of, read_stored_line, row_of
from tarokk_club.club.values.counting import Counted

# What a game calls its multiplied hands, by the start of its lines' codes.
_CALLED = MappingProxyType({"hu": "round.doubled", "ro": "round.radler"})
# Keys of a line that are no field of its model.
BESIDE: Mapping[str, str] = MappingProxyType({"club.FinalTable": "rows"})
# What is read beside the rows of a model, so that no row asks for it alone.
_WITH = MappingProxyType({"club.FinalTable": "final_rows"})


def with_beside(label: str, rows: QuerySet[Any]) -> QuerySet[Any]:
    """The rows of a model with all that stands in their lines."""
    return rows.prefetch_related(_WITH[label]) if label in _WITH else rows


def shaped(row: Model, values: dict[str, Any]) -> dict[str, Any]:
    """The values of a row as they stand in the archive."""
    if isinstance(row, Booking):
        return values | {
            "lines": [list_of(row_of(_unnamed(read_stored_line(line)))) for line in row.lines]
        }
    if isinstance(row, FinalTable):
        return values | {"rows": [one.facts() for one in row.final_rows.all()]}
    return values


def unshaped(row: Model) -> None:
    """Give what came from an archive the shape of today.

    Raises AttributeError, TypeError or ValueError for what has none.
    """
    if isinstance(row, Season):
        _require_counted(row.counted())
    if isinstance(row, FinalTable):
        _require_counted(Counted.of(row.rules))
    if isinstance(row, Booking):
        lines = [read_stored_line(line) for line in row.lines]
        row.lines = [row_of(_named(line, row.multiplier)) for line in lines]


def _require_counted(rules: Counted) -> None:
    """Raises ValueError or TypeError for rules by which nothing can be counted."""
    read = Counted.of(rules.facts())
    if ({read.game} - {""} | {game for game, _weight in read.weights}) - GAMES.keys():
        raise ValueError(read.game)


def _named(line: Line, multiplier: int) -> Line:
    """The line with the name of its round, which an archive leaves to the game."""
    called = _CALLED.get(line.code.partition(".")[0])
    if called is None or multiplier == 1 or "sum" not in line.values:
        return line
    return replace(line, values={**line.values, ROUND: called})


def _unnamed(line: Line) -> Line:
    return replace(line, values={key: one for key, one in line.values.items() if key != ROUND})
