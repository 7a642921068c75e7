"""A ranking as CSV and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tarokk_club.club.rankings.queries.rankings import RankedResult, RankedRow, RankingTable
from tarokk_club.club.tables.spreadsheet_csv import Amount, Cell, Dialect, write_csv
from tarokk_club.club.values.season_rules import round_to_hundredths
from tarokk_club.club.values.table_points import scale_to_digits


def ranking_csv(table: RankingTable, dialect: Dialect) -> bytes:
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
    return write_csv(header, _rows(table), dialect)


def _rows(table: RankingTable) -> Iterator[list[Cell]]:
    for row in table.rows:
        for outcome, one in zip(table.outcomes, row.results, strict=True):
            if one:
                yield [
                    *(
                        row.place,
                        row.name,
                        ", ".join(row.clubs),
                        Amount(*scale_to_digits(row.points)),
                    ),
                    *(outcome.rated.name, outcome.rated.day.isoformat(), one.place),
                    *(Amount(*scale_to_digits(one.worth)), _("yes") if one.counts else _("no")),
                    *(" ".join(row.players), row.person, str(outcome.rated.id)),
                ]


def ranking_json(table: RankingTable) -> bytes:
    """Return the ranking as JSON: rule, clubs by name, tournaments by date, players best first;
    points in round_to_hundredths.
    """
    ranking = table.ranking
    out = {
        "id": str(ranking.id),
        "name": ranking.name,
        "best": ranking.best or None,
        "scale": [round_to_hundredths(one) for one in ranking.places or ()] or None,
        "clubs": [{"slug": club.slug, "name": club.name} for club in table.clubs],
        "tournaments": [
            {
                "id": str(one.rated.id),
                "name": one.rated.name,
                "date": one.rated.day.isoformat(),
                "game": one.rated.game,
                "club": one.rated.club,
            }
            for one in table.outcomes
        ],
        "rows": [_row_out(table, row) for row in table.rows],
    }
    return f"{json.dumps(out, ensure_ascii=False, indent=1)}\n".encode()


def _row_out(table: RankingTable, row: RankedRow) -> dict[str, object]:
    results = zip(table.outcomes, row.results, strict=True)
    return {
        "place": row.place,
        "name": row.name,
        "points": round_to_hundredths(row.points),
        "person": row.person or None,
        "players": list(row.players),
        "clubs": list(row.clubs),
        "results": [_result_out(str(one.rated.id), result) for one, result in results if result],
    }


def _result_out(tournament_id: str, ranked_result: RankedResult) -> dict[str, object]:
    return {
        "tournament": tournament_id,
        "place": ranked_result.place,
        "points": round_to_hundredths(ranked_result.worth),
        "counts": ranked_result.counts,
    }
