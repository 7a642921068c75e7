"""Plan three seasons of a club: the evenings, their players, and the game of each table."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from random import Random
from typing import Any

from tarokk_club.club.transfer.demo_calendar import LAST_MONTH, SEASONS, list_seasons_until
from tools.demo.evening import SessionPlan

MEMBERS = (
    *("Anna Kertész", "Béla Szántó", "Csaba Vadász", "Dóra Lengyel", "Emil Ionescu"),
    *("Flóra Mezei", "Gábor Deák", "Ilona Barta", "Jens Holm", "Kata Somogyi"),
)
HUNGARIAN = ("paskievics", "illustrated")
# Number of players of an evening: usually eight.
PLAYER_COUNTS = (5, 5, 6, 7, 8, 8, 8, 8)
# Number of players of an evening to the possible sizes of its tables.
TABLE_SIZES = {5: ((5,),), 6: ((3, 3),), 7: ((4, 3),), 8: ((4, 4), (5, 3))}
# Number of players at a table to its games; frequent games are listed several times.
GAMES_BY_SIZE = {
    3: ("danish", "taper"),
    4: (*("paskievics",) * 6, *("romanian",) * 3, *("illustrated",) * 2, "danish"),
    5: ("paskievics", "paskievics", "illustrated"),
}
# Game to its house rules in each season; members vote on them in the summer.
RULES: dict[str, tuple[dict[str, Any], ...]] = {
    "paskievics": (
        {"preset": "pagat"},
        {"preset": "standard"},
        {"preset": "pagat", "four_kings": [2, 4], "pagat_ultimo": [6, 12]},
    ),
    "illustrated": ({"preset": "pagat"}, {"preset": "itvb"}, {"preset": "itvb"}),
    "danish": ({}, {"pagat_won_pays": False}, {}),
    "romanian": ({}, {"all_pass": "radler", "hep_hep": True}, {}),
    "taper": ({}, {}, {"hep_hep": True}),
}
STAKES = {"paskievics": "10", "illustrated": "5", "danish": "1", "romanian": "20", "taper": "20"}
CURRENCY = "HUF"


@dataclass(frozen=True, slots=True)
class Wording:
    """The texts in the session documents, in the language of the club.

    tables: names of the tables.
    adjustment_note: note of an adjustment.
    """

    tables: tuple[str, str]
    adjustment_note: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table of an evening.

    season: index of the season.
    number: index of the table in the evening.
    players: players in playing order.
    absent: members who did not come.
    """

    day: date
    season: int
    number: int
    players: tuple[str, ...]
    absent: tuple[str, ...]


def plan_seasons(
    today: date, *, hands: int, wording: Wording, rng: Random
) -> Iterator[SessionPlan]:
    """Yield all sessions of the seasons until `today` in order, with about `hands` hands in total.

    The last session is of Paskievics, played today and still open.
    """
    tables = [
        table
        for season_index, season in enumerate(list_seasons_until(today))
        for day in season.iter_evenings(today)
        for table in _draw_tables(day, season_index, rng)
    ]
    for index, table in enumerate(tables):
        hand_count = hands // len(tables) + (index < hands % len(tables))
        yield _plan_session(table, hand_count, wording, rng)
    rules, stake = RULES["paskievics"][-1], _build_stake("paskievics")
    seats = tuple(rng.sample(MEMBERS, 4))
    title = wording.tables[0]
    yield SessionPlan("paskievics", seats, 7, rules, title, today, stake, finished=False)


def plan_rest_of_season(
    today: date, *, hands: int, wording: Wording, rng: Random
) -> Iterator[SessionPlan]:
    """Yield all sessions from `today` to the end of its season, with about `hands` hands each."""
    season = list_seasons_until(today)[-1]
    for day in season.iter_evenings(date(today.year + 1, LAST_MONTH + 1, 1)):
        if day >= today:
            for table in _draw_tables(day, SEASONS - 1, rng):
                yield _plan_session(table, hands, wording, rng)


def _draw_tables(day: date, season: int, rng: Random) -> Iterator[Table]:
    """Draw the players of an evening and yield its one or two tables."""
    present = rng.sample(MEMBERS, rng.choice(PLAYER_COUNTS))
    waiting = present
    for number, size in enumerate(rng.choice(TABLE_SIZES[len(present)])):
        players, waiting = tuple(waiting[:size]), waiting[size:]
        absent = tuple(name for name in MEMBERS if name not in present)
        yield Table(day, season, number, players, absent)


def _plan_session(table: Table, hands: int, wording: Wording, rng: Random) -> SessionPlan:
    game = rng.choice(GAMES_BY_SIZE[len(table.players)])
    rules = dict(RULES[game][table.season])
    if game == "paskievics" and rng.random() < 0.1:
        rules = {"preset": "tournament"}
    if game in HUNGARIAN and len(table.players) == 5:
        rules["talon_honours_to_dealer"] = rng.random() < 0.3
    joins = rng.random() < 0.25
    return SessionPlan(
        game=game,
        players=table.players,
        # Notice adds five to nine hands.
        hands=max(1, hands + rng.randint(-4, 4)),
        rules=rules,
        title=wording.tables[table.number],
        day=table.day,
        stake=_build_stake(game),
        joins=(rng.randint(3, 8), rng.choice(table.absent)) if joins else None,
        leaves=rng.randint(9, 12) if rng.random() < 0.1 else None,
        adjustment_note=wording.adjustment_note if rng.random() < 0.1 else "",
        notice=game in HUNGARIAN and rng.random() < 0.2,
    )


def _build_stake(game: str) -> dict[str, str]:
    return {"currency": CURRENCY, "per_point": STAKES[game]}
