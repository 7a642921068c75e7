"""The archived form of rows whose tables have changed since.

An archive has a version of its own: the same data gives the same archive whatever the present
    tables are.
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
from tarokk_club.club.models.ledger import line_to_list, line_to_row, read_stored_line
from tarokk_club.club.values.counting import Counted

# The term for a game's multiplied hands, by the prefix of its lines' codes.
_CALLED = MappingProxyType({"hu": "round.doubled", "ro": "round.radler"})
# Keys of a line that are not fields of its model.
BESIDE: Mapping[str, str] = MappingProxyType({"club.FinalTable": "rows"})
# Related rows to prefetch, so that there is no query for each row.
_WITH = MappingProxyType({"club.FinalTable": "final_rows"})


def prefetch_archived_relations(label: str, rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return the rows of a model with the related rows that are part of their lines prefetched."""
    return rows.prefetch_related(_WITH[label]) if label in _WITH else rows


def to_archive_form(row: Model, values: dict[str, Any]) -> dict[str, Any]:
    """Return the values of a row in the archived form."""
    if isinstance(row, Booking):
        return values | {
            "lines": [
                line_to_list(line_to_row(_unnamed(read_stored_line(line)))) for line in row.lines
            ]
        }
    if isinstance(row, FinalTable):
        return values | {"rows": [one.facts() for one in row.final_rows.all()]}
    return values


def from_archive_form(row: Model) -> None:
    """Convert a row from its archived form to the present one.

    Raise AttributeError, TypeError or ValueError if that is impossible.
    """
    if isinstance(row, Season):
        _require_counted(row.counted())
    if isinstance(row, FinalTable):
        _require_counted(Counted.of(row.rules))
    if isinstance(row, Booking):
        lines = [read_stored_line(line) for line in row.lines]
        row.lines = [line_to_row(_named(line, row.multiplier)) for line in lines]


def _require_counted(rules: Counted) -> None:
    """Raise ValueError or TypeError for rules by which nothing can be counted."""
    read = Counted.of(rules.facts())
    if ({read.game} - {""} | {game for game, _weight in read.weights}) - GAMES.keys():
        raise ValueError(read.game)


def _named(line: Line, multiplier: int) -> Line:
    """Return the line with the name of its multiplied round, which archives omit because the game
    implies it.
    """
    called = _CALLED.get(line.code.partition(".")[0])
    if called is None or multiplier == 1 or "sum" not in line.values:
        return line
    return replace(line, values={**line.values, ROUND: called})


def _unnamed(line: Line) -> Line:
    return replace(line, values={key: one for key, one in line.values.items() if key != ROUND})
