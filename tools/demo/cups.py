"""Two tournaments of the club: a cup to which guests come, and a Danish championship."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.games import GAMES
from tarokk_club.club.tournaments.seat_draw import sizes_for
from tools.demo.evening import Evening, evening
from tools.demo.seasons import MEMBERS

# With the members they fill four tables of four.
GUESTS = (
    *("Lajos Fekete", "Mária Pintér", "Nándor Sipos"),
    *("Olga Varga", "Péter Halász", "Réka Bíró"),
)
# How often everybody deals in a round.
TURNS = 4


@dataclass(frozen=True, slots=True)
class Cup:
    """A tournament that is played to its end.

    weeks_before: how long before the last Saturday; players: by name; rules: as in a document.
    """

    name: str
    game: str
    weeks_before: int
    rounds: int
    players: tuple[str, ...]
    rules: Mapping[str, Any]


# The cup of four tables is the last; the championship has tables of three and four.
CUPS = (
    Cup("Cup", "paskievics", 0, 3, (*MEMBERS, *GUESTS), {"preset": "tournament"}),
    Cup("Championship", "danish", 5, 2, MEMBERS, {}),
)


def played(cup: Cup, *, rng: Random) -> dict[str, Any]:
    """The tournament with the events of its tables, round by round.

    Who sits where is drawn when the club is made, so that the seats have numbers for names. The
    last one deals first.
    """
    game = GAMES[cup.game]
    sizes = sizes_for(len(cup.players), fewest=game.fewest, most=game.most)
    tables = []
    for size in sizes * cup.rounds:
        seats = tuple(str(seat) for seat in range(1, size + 1))
        plan = Evening(cup.game, seats, TURNS * size, cup.rules, dealer=seats[-1])
        tables.append(evening(plan, rng=rng)["events"])
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
