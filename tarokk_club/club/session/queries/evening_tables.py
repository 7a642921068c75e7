"""All tables of one day together: what each came to, and what everybody made of the evening."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, time
from uuid import UUID

from tarokk_club.club.models import Club, PlannedEvening, Settlement
from tarokk_club.club.names.collation import collation_key
from tarokk_club.club.session.queries.session_lists import SessionRow, sessions_of_day


@dataclass(frozen=True, slots=True)
class GameTotals:
    """What the players made at all tables of one game; totals: name, tables, points, best first.

    Points of different games are worth different things, so they are never added up.
    """

    game: str
    totals: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class EveningTables:
    """tables: in the order in which they began; games: those with several tables; settlements: id
    and number of those that took one of the tables in; plans: ids and times of the evenings that
    the calendar has for the day.
    """

    day: date
    tables: tuple[SessionRow, ...]
    games: tuple[GameTotals, ...]
    settlements: tuple[tuple[UUID, int], ...]
    plans: tuple[tuple[UUID, time], ...]


def evening_tables(club: Club, day: date) -> EveningTables | None:
    """The tables of a day in four queries, and one more for those of a tournament; None where
    nobody played.
    """
    tables = sessions_of_day(club, day)
    if not tables:
        return None
    settled = Settlement.objects.filter(club=club, parts__session__date=day, withdrawn_at=None)
    numbers = settled.order_by("number").values_list("id", "number").distinct()
    planned = PlannedEvening.objects.filter(club=club, date=day, cancelled_at=None)
    plans = planned.order_by("starts").values_list("id", "starts")
    return EveningTables(day, tables, _by_game(tables), tuple(numbers), tuple(plans))


def _by_game(tables: Iterable[SessionRow]) -> tuple[GameTotals, ...]:
    of_game: dict[str, list[SessionRow]] = defaultdict(list)
    for row in tables:
        of_game[row.game].append(row)
    return tuple(GameTotals(game, _added(rows)) for game, rows in of_game.items() if len(rows) > 1)


def _added(rows: Iterable[SessionRow]) -> tuple[tuple[str, int, int], ...]:
    points, sat = Counter[str](), Counter[str]()
    for row in rows:
        for name, total in row.totals:
            points[name] += total
            sat[name] += 1
    found = ((name, sat[name], total) for name, total in points.items())
    return tuple(sorted(found, key=lambda one: (-one[2], collation_key(one[0]))))
