"""The final table of a closed season, and the corrections made since."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from tarokk_club.club.models import Club, FinalRow, FinalTable, Season
from tarokk_club.club.money.queries.own_money import hide_money_of_others
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.seasons.queries.leaderboard import (
    Leader,
    Leaderboard,
    RaceOptions,
    in_order,
    leaderboard,
)
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.values.counting import Counted

# The figures whose change is worth showing to a reader.
_FIGURES = ("place", "evenings", "hands", "points", "counted", "minor")


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A player whose figures were corrected after the season was closed.

    was: None if the player was not in the final table.
    now: None if the player is no longer in the table.
    """

    name: str
    was: Leader | None
    now: Leader | None


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The table on the page of a season.

    final: final table, None if the table is live.
    since: corrections made since the season was closed.
    """

    board: Leaderboard
    final: FinalTable | None = None
    since: tuple[FigureChange, ...] = ()

    def seen_by(self, accounts: Collection[str]) -> SeasonTable:
        """Return the table for a reader who may see only the money of these accounts.

        Where money decides the places, only the places remain of what counted.
        """
        board, conceals = self.board, self.board.in_money
        rows = hide_money_of_others(board.rows, accounts)
        race = () if conceals else board.race
        return replace(self, board=replace(board, rows=rows, race=race, conceals=conceals))


def season_table(
    club: Club,
    season: Season,
    filters: Filters,
    *,
    names: Mapping[str, str] | None = None,
    race: RaceOptions | None = None,
) -> SeasonTable:
    """Return the final table of a closed season, or the live table if the season is open or
    filtered, in four queries.

    names: names that the reader may see, by id.
    """
    called = names_in(club.id) if names is None else names
    live = leaderboard(club, season, filters, names=called, race=race)
    final = None if filters else final_of(season)
    if final is None:
        return SeasonTable(live)
    closed = closed_board(final, live, called)
    return SeasonTable(closed, final, changes_since_closing(closed, live))


def final_of(season: Season) -> FinalTable | None:
    """Return the table with which the season was last closed, or None if it is open."""
    return season.finals.prefetch_related("final_rows").first() if season.closed_at else None


def final_rows(table: FinalTable, leaders: Sequence[Leader]) -> list[FinalRow]:
    """Return the unsaved rows of a final table, with ids and without names."""
    return [_final_row(table, position, row) for position, row in enumerate(leaders, start=1)]


def closed_board(final: FinalTable, live: Leaderboard, names: Mapping[str, str]) -> Leaderboard:
    """Return the final table with present names, and with the evenings and the race of the live
    table.
    """
    rows = [_leader(row, names) for row in final.final_rows.all()]
    return replace(live, rules=Counted.of(final.rules), rows=in_order(rows))


def changes_since_closing(final: Leaderboard, live: Leaderboard) -> tuple[FigureChange, ...]:
    """Return all players whose figures have changed, in the order of the final table."""
    was = {row.player_id: row for row in final.rows}
    now = {row.player_id: row for row in live.rows}
    found = []
    for player in dict.fromkeys([*was, *now]):
        before, after = was.get(player), now.get(player)
        one = before or after
        if one and (not before or not after or _figures(before) != _figures(after)):
            found.append(FigureChange(one.name, before, after))
    return tuple(found)


def _final_row(table: FinalTable, position: int, row: Leader) -> FinalRow:
    hands, evenings = row.missing or (None, None)
    return FinalRow(
        table=table,
        position=position,
        player_id=UUID(row.player_id),
        place=row.place,
        moved=row.moved,
        missing_hands=hands,
        missing_evenings=evenings,
        evenings=row.evenings,
        hands=row.hands,
        points=row.points,
        average=row.average,
        counted=row.counted,
        minor=dict(row.minor),
        hat_days=row.hat_days,
    )


def _leader(row: FinalRow, names: Mapping[str, str]) -> Leader:
    player = str(row.player_id)
    return Leader(
        player_id=player,
        name=names.get(player, player),
        place=row.place,
        moved=row.moved,
        missing=row.missing,
        evenings=row.evenings,
        hands=row.hands,
        points=row.points,
        average=row.average,
        counted=row.counted,
        minor=row.minor,
        hat_days=row.hat_days,
    )


def _figures(row: Leader) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _FIGURES}
