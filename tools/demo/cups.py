"""The two demonstration tournaments: a cup with guests, and a Danish championship."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.games import GAMES
from tarokk_club.club.tournaments.seat_draw import choose_table_sizes
from tools.demo.evening import SessionPlan, play_session
from tools.demo.seasons import MEMBERS

# Together with the members they fill four tables of four.
GUESTS = (
    *("Lajos Fekete", "Mária Pintér", "Nándor Sipos"),
    *("Olga Varga", "Péter Halász", "Réka Bíró"),
)
# Number of times each player deals in a round.
TURNS = 4


@dataclass(frozen=True, slots=True)
class Cup:
    """A tournament that is played to its end.

    weeks_before: number of weeks before the last Saturday.
    players: names.
    rules: as in a session document.
    """

    name: str
    game: str
    weeks_before: int
    rounds: int
    players: tuple[str, ...]
    rules: Mapping[str, Any]


# The cup has four tables and is played last; the championship has tables of 3 and 4.
CUPS = (
    Cup("Cup", "paskievics", 0, 3, (*MEMBERS, *GUESTS), {"preset": "tournament"}),
    Cup("Championship", "danish", 5, 2, MEMBERS, {}),
)


def play_tournament(cup: Cup, *, rng: Random) -> dict[str, Any]:
    """Return the tournament with the events of its tables, round by round.

    Players are drawn to seats when the club is created, so seats have numbers instead of names.
    The last seat deals first.
    """
    game = GAMES[cup.game]
    sizes = choose_table_sizes(len(cup.players), fewest=game.fewest, most=game.most)
    tables = []
    for size in sizes * cup.rounds:
        seats = tuple(str(seat) for seat in range(1, size + 1))
        plan = SessionPlan(cup.game, seats, TURNS * size, cup.rules, dealer=seats[-1])
        tables.append(play_session(plan, rng=rng)["events"])
    return {
        "name": cup.name,
        "game": cup.game,
        "weeks_before": cup.weeks_before,
        "rounds": cup.rounds,
        "turns": TURNS,
        "players": cup.players,
        "rules": dict(cup.rules),
        "tables": tables,
    }
