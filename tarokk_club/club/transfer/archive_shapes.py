"""Conversion of rows between the format of archives and the current tables.

The format of archives has its own version and does not change with the tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.db.models import Model, QuerySet

from scoring.core.posting import Line
from scoring.core.translation_marks import ROUND
from scoring.games import GAMES
from tarokk_club.club.models import FinalTable, Posting, Season
from tarokk_club.club.models.ledger import list_line_fields, read_stored_line, serialize_line
from tarokk_club.club.values.season_rules import CountingRules

# The term for a multiplied round, by game (the prefix of a line's code).
_ROUND_NAMES = MappingProxyType({"hu": "round.doubled", "ro": "round.radler"})
# The key of an archive line that is not a field, by model.
EXTRA_KEYS: Mapping[str, str] = MappingProxyType({"club.FinalTable": "rows"})
# Related rows that are part of a model's archive lines.
_ARCHIVED_RELATIONS = MappingProxyType({"club.FinalTable": "final_rows"})


def prefetch_archived_relations(label: str, rows: QuerySet[Any]) -> QuerySet[Any]:
    """Return the query with a prefetch of the related rows that archive lines contain."""
    return (
        rows.prefetch_related(_ARCHIVED_RELATIONS[label]) if label in _ARCHIVED_RELATIONS else rows
    )


def convert_to_archive_form(row: Model, values: dict[str, Any]) -> dict[str, Any]:
    """Return the values of a row in the format of archives."""
    if isinstance(row, Posting):
        return values | {
            "lines": [
                list_line_fields(serialize_line(_remove_round_name(read_stored_line(line))))
                for line in row.lines
            ]
        }
    if isinstance(row, FinalTable):
        return values | {"rows": [final_row.serialize() for final_row in row.final_rows.all()]}
    return values


def convert_from_archive_form(row: Model) -> None:
    """Convert a row in place from the format of archives to the current tables.

    Raise AttributeError, TypeError or ValueError if the row is invalid.
    """
    if isinstance(row, Season):
        _require_valid_counting(row.build_counting_rules())
    if isinstance(row, FinalTable):
        _require_valid_counting(CountingRules.parse_stored(row.rules))
    if isinstance(row, Posting):
        lines = [read_stored_line(line) for line in row.lines]
        row.lines = [serialize_line(_add_round_name(line, row.multiplier)) for line in lines]


def _require_valid_counting(rules: CountingRules) -> None:
    """Raise ValueError or TypeError if the rules for counting are invalid."""
    rules_again = CountingRules.parse_stored(rules.serialize())
    if ({rules_again.game} - {""} | {game for game, _weight in rules_again.weights}) - GAMES.keys():
        raise ValueError(rules_again.game)


def _add_round_name(line: Line, multiplier: int) -> Line:
    """Return the line with the name of its multiplied round, which archives do not contain."""
    round_name = _ROUND_NAMES.get(line.code.partition(".")[0])
    if round_name is None or multiplier == 1 or "sum" not in line.values:
        return line
    return line._replace(values={**line.values, ROUND: round_name})


def _remove_round_name(line: Line) -> Line:
    return line._replace(values={key: value for key, value in line.values.items() if key != ROUND})
