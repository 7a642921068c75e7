"""A ranking as CSV and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tarokk_club.club.rankings.queries.rankings import RankingTable
from tarokk_club.club.rankings.serializers import serialize_ranking
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell, Dialect, build_csv
from tarokk_club.club.values.table_points import scale_to_digits


def render_ranking_csv(table: RankingTable, dialect: Dialect) -> bytes:
    """Return the ranking as CSV, one row for each result of each player, best players first."""
    header = [
        *(
            _("Place"),
            _("Player"),
            pgettext("of players", "Clubs"),
            _("Points of the ranking"),
            _("Tournament"),
        ),
        *(_("Date"), _("Place in the tournament"), _("Points for the ranking"), _("Counts")),
        *(_("Id of the player"), _("Id of the person"), _("Id of the tournament")),
    ]
    return build_csv(header, _iter_rows(table), dialect)


def _iter_rows(table: RankingTable) -> Iterator[list[Cell]]:
    for row in table.rows:
        for outcome, result in zip(table.outcomes, row.results, strict=True):
            if result:
                yield [
                    *(
                        row.place,
                        row.name,
                        ", ".join(row.clubs),
                        Amount(*scale_to_digits(row.points)),
                    ),
                    *(outcome.rated.name, outcome.rated.day.isoformat(), result.place),
                    *(
                        Amount(*scale_to_digits(result.worth)),
                        _("yes") if result.counts else _("no"),
                    ),
                    *(" ".join(row.players), row.person, str(outcome.rated.id)),
                ]


def render_ranking_json(table: RankingTable) -> bytes:
    """Return the ranking as JSON with the keys of the API, points in hundredths."""
    return f"{json.dumps(serialize_ranking(table), ensure_ascii=False, indent=1)}\n".encode()
