"""All tables of a day: the result of each, and the players' totals for the evening."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, time
from uuid import UUID

from tarokk_club.club.models import Club, PlannedEvening, Settlement
from tarokk_club.club.names.collation import build_sort_key
from tarokk_club.club.session.queries.sessions.session_lists import SessionRow, load_sessions_of_day


@dataclass(frozen=True, slots=True)
class GameTotals:
    """The players' totals over all tables of one game.

    Points of different games have different values, so they are never added up.

    totals: (name, number of tables, points) of each player, best first.
    """

    game: str
    totals: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class EveningTables:
    """All tables of a day.

    tables: in the order of their start.
    games: totals of the games played at several tables.
    settlements: id and number of each settlement that includes one of the tables.
    plans: id and time of each evening that the calendar has for the day.
    """

    day: date
    tables: tuple[SessionRow, ...]
    games: tuple[GameTotals, ...]
    settlements: tuple[tuple[UUID, int], ...]
    plans: tuple[tuple[UUID, time], ...]


def load_evening_tables(club: Club, day: date) -> EveningTables | None:
    """Return the tables of a day in four queries, or five with a tournament's tables.

    Return None if the day has no tables.
    """
    tables = load_sessions_of_day(club, day)
    if not tables:
        return None
    settled = Settlement.objects.filter(club=club, parts__session__date=day, withdrawn_at=None)
    numbers = settled.order_by("number").values_list("id", "number").distinct()
    planned = PlannedEvening.objects.filter(club=club, date=day, cancelled_at=None)
    plans = planned.order_by("starts").values_list("id", "starts")
    return EveningTables(day, tables, _sum_by_game(tables), tuple(numbers), tuple(plans))


def _sum_by_game(tables: Iterable[SessionRow]) -> tuple[GameTotals, ...]:
    of_game: dict[str, list[SessionRow]] = defaultdict(list)
    for row in tables:
        of_game[row.game].append(row)
    return tuple(
        GameTotals(game, _sum_totals(rows)) for game, rows in of_game.items() if len(rows) > 1
    )


def _sum_totals(rows: Iterable[SessionRow]) -> tuple[tuple[str, int, int], ...]:
    points, sat = Counter[str](), Counter[str]()
    for row in rows:
        for name, total in row.totals:
            points[name] += total
            sat[name] += 1
    totals = ((name, sat[name], total) for name, total in points.items())
    return tuple(sorted(totals, key=lambda row: (-row[2], build_sort_key(row[0]))))
