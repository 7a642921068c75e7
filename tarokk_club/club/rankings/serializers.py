"""Rankings as dictionaries for the API and the JSON file, with points in hundredths."""

from __future__ import annotations

from typing import Any

from tarokk_club.club.models import Ranking
from tarokk_club.club.rankings.queries.rankings import RankedResult, RankedRow, RankingTable
from tarokk_club.club.values.season_ranking import round_to_hundredths


def serialize_ranking_rule(ranking: Ranking) -> dict[str, Any]:
    """Return the id, name and rule of a ranking, and the name of the club that made it."""
    return {
        "id": str(ranking.id),
        "name": ranking.name,
        "club": ranking.club.name,
        "best": ranking.best or None,
        "scale": [round_to_hundredths(points) for points in ranking.place_points or ()] or None,
    }


def serialize_ranking(table: RankingTable) -> dict[str, Any]:
    """Return a ranking: clubs by name, tournaments by date, players best first."""
    return serialize_ranking_rule(table.ranking) | {
        "clubs": [{"slug": club.slug, "name": club.name} for club in table.clubs],
        "tournaments": [
            {
                "id": str(outcome.rated.id),
                "name": outcome.rated.name,
                "date": outcome.rated.day.isoformat(),
                "game": outcome.rated.game,
                "club": outcome.rated.club,
            }
            for outcome in table.outcomes
        ],
        "running": list(table.running),
        "rows": [_serialize_row(table, row) for row in table.rows],
    }


def _serialize_row(table: RankingTable, row: RankedRow) -> dict[str, Any]:
    results = zip(table.outcomes, row.results, strict=True)
    return {
        "place": row.place,
        "name": row.name,
        "points": round_to_hundredths(row.points),
        "person": row.person or None,
        "players": list(row.players),
        "clubs": list(row.clubs),
        "results": [
            _serialize_result(str(outcome.rated.id), result)
            for outcome, result in results
            if result
        ],
    }


def _serialize_result(tournament_id: str, result: RankedResult) -> dict[str, Any]:
    return {
        "tournament": tournament_id,
        "place": result.place,
        "points": round_to_hundredths(result.worth),
        "counts": result.counts,
    }
