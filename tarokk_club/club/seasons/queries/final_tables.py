"""The table of a closed season as it was, and what a correction has changed since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from tarokk_club.club.base.player_names import names_in
from tarokk_club.club.models import Club, FinalTable, Season
from tarokk_club.club.seasons.queries.leaderboard import Leader, Leaderboard, in_order, leaderboard
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.seasons.ranking import Counted

# What a reader would argue about when it is not as it was.
_FIGURES = ("place", "evenings", "hands", "points", "counted", "minor")


@dataclass(frozen=True, slots=True)
class Since:
    """A player whose figures were corrected after the closing; None: was not, or is not, there."""

    name: str
    was: Leader | None
    now: Leader | None


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """What the page of a season shows; final: whether it is the table of the closing."""

    board: Leaderboard
    final: FinalTable | None = None
    since: tuple[Since, ...] = ()


def season_table(
    club: Club, season: Season, filters: Filters, *, names: Mapping[str, str] | None = None
) -> SeasonTable:
    """The final table of a closed season, the table as it stands of any other or of a part, in
    three queries; names: as the reader may see them, by id.
    """
    called = names_in(club.id) if names is None else names
    live = leaderboard(club, season, filters, names=called)
    final = None if filters else final_of(season)
    if final is None:
        return SeasonTable(live)
    closed = closed_board(final, live, called)
    return SeasonTable(closed, final, since_closed(closed, live))


def final_of(season: Season) -> FinalTable | None:
    """The table with which the season was closed last."""
    return season.finals.first() if season.closed_at else None


def kept_rows(rows: Sequence[Leader]) -> list[dict[str, Any]]:
    """The rows as they are stored: by id, without names."""
    return [_kept(row) for row in rows]


def closed_board(final: FinalTable, live: Leaderboard, names: Mapping[str, str]) -> Leaderboard:
    """The final table with the names of today; evenings and race are those of the live one."""
    rows = [_leader(raw, names) for raw in final.rows]
    return replace(live, rules=Counted(**final.rules), rows=in_order(rows))


def since_closed(final: Leaderboard, live: Leaderboard) -> tuple[Since, ...]:
    """Everybody whose figures are not what they were, in the order of the final table."""
    was = {row.player_id: row for row in final.rows}
    now = {row.player_id: row for row in live.rows}
    found = []
    for player in dict.fromkeys([*was, *now]):
        before, after = was.get(player), now.get(player)
        one = before or after
        if one and (not before or not after or _figures(before) != _figures(after)):
            found.append(Since(one.name, before, after))
    return tuple(found)


def _kept(row: Leader) -> dict[str, Any]:
    raw = asdict(row)
    del raw["name"]
    raw["missing"] = list(row.missing) if row.missing else None
    return raw


def _leader(raw: Mapping[str, Any], names: Mapping[str, str]) -> Leader:
    wanting = tuple(raw["missing"]) if raw["missing"] else None
    return Leader(
        **{**raw, "missing": wanting, "name": names.get(raw["player_id"], raw["player_id"])}
    )


def _figures(row: Leader) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _FIGURES}
