"""The final table of a closed season, and later changes of its figures."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from tarokk_club.club.models import Club, FinalRow, FinalTable, Season
from tarokk_club.club.money.queries.balances.own_money import hide_money_of_others
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.seasons.queries.leaderboard import (
    Leader,
    Leaderboard,
    RaceOptions,
    load_leaderboard,
    sort_by_place,
)
from tarokk_club.club.seasons.queries.season_totals import Filters
from tarokk_club.club.values.season_rules import CountingRules

# The figures whose changes after closing are displayed.
_FIGURES = ("place", "evenings", "hands", "points", "counted", "minor")


@dataclass(frozen=True, slots=True)
class FigureChange:
    """A change of a player's figures after the season was closed.

    was: row in the final table, None if the player was not in it.
    now: row in the live table, None if the player is no longer in it.
    """

    name: str
    was: Leader | None
    now: Leader | None


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """The table on the page of a season.

    final: stored final table, None if the table is live.
    since: changes since the season was closed.
    """

    board: Leaderboard
    final: FinalTable | None = None
    since: tuple[FigureChange, ...] = ()

    def limit_money_to(self, accounts: Collection[str]) -> SeasonTable:
        """Return the table with money shown only for these players.

        If money decides the places, the counted values and the race are hidden as well.
        """
        board, conceals = self.board, self.board.in_money
        rows = hide_money_of_others(board.rows, accounts)
        race = () if conceals else board.race
        return replace(self, board=replace(board, rows=rows, race=race, conceals=conceals))


def load_season_table(
    club: Club,
    season: Season,
    filters: Filters,
    *,
    names: Mapping[str, str] | None = None,
    race: RaceOptions | None = None,
) -> SeasonTable:
    """Return the final table of a season, or the live table if the season is open or filtered.

    names: names that the reader may see, by player id; loaded if None.
    """
    called = load_names(club.id) if names is None else names
    live = load_leaderboard(club, season, filters, names=called, race=race)
    final = None if filters else load_final_table(season)
    if final is None:
        return SeasonTable(live)
    closed = build_closed_board(final, live, called)
    return SeasonTable(closed, final, find_changes_since_closing(closed, live))


def load_final_table(season: Season) -> FinalTable | None:
    """Return the latest final table of a closed season, None if the season is open."""
    return season.finals.prefetch_related("final_rows").first() if season.closed_at else None


def build_final_rows(table: FinalTable, leaders: Sequence[Leader]) -> list[FinalRow]:
    """Return the unsaved rows of a final table, with ids and without names."""
    return [_build_final_row(table, position, row) for position, row in enumerate(leaders, start=1)]


def build_closed_board(
    final: FinalTable, live: Leaderboard, names: Mapping[str, str]
) -> Leaderboard:
    """Return the final table with current names, and with the live table's evenings and race."""
    rows = [_read_final_row(row, names) for row in final.final_rows.all()]
    return replace(live, rules=CountingRules.parse_stored(final.rules), rows=sort_by_place(rows))


def find_changes_since_closing(final: Leaderboard, live: Leaderboard) -> tuple[FigureChange, ...]:
    """Return the changes of figures, those of players in the final table first."""
    was = {row.player_id: row for row in final.rows}
    now = {row.player_id: row for row in live.rows}
    changes = []
    for player in dict.fromkeys([*was, *now]):
        before, after = was.get(player), now.get(player)
        row = before or after
        if row and (not before or not after or _collect_figures(before) != _collect_figures(after)):
            changes.append(FigureChange(row.name, before, after))
    return tuple(changes)


def _build_final_row(table: FinalTable, position: int, row: Leader) -> FinalRow:
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


def _read_final_row(row: FinalRow, names: Mapping[str, str]) -> Leader:
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


def _collect_figures(row: Leader) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _FIGURES}
