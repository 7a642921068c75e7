"""The two tournaments of the demonstration club: one with guests, and a Danish championship."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from scoring.games import GAMES
from tarokk_club.club.tournaments.draw.round_draw import choose_table_sizes
from tools.demo.evening import SessionPlan, play_session
from tools.demo.seasons import MEMBERS

# Together with the members they fill four tables of four.
GUESTS = (
    *("Lajos Fekete", "Mária Pintér", "Nándor Sipos"),
    *("Olga Varga", "Péter Halász", "Réka Bíró"),
)
# Number of times that each player deals in a round.
DEALS_PER_PLAYER = 4


@dataclass(frozen=True, slots=True)
class DemoTournament:
    """A tournament that is played to its end.

    weeks_before: weeks from the tournament to the last Saturday.
    players: names.
    rules: house rules as in a session document.
    """

    name: str
    game: str
    weeks_before: int
    rounds: int
    players: tuple[str, ...]
    rules: Mapping[str, Any]


# The cup has four tables and is played last; the championship has tables of 3 and 4.
TOURNAMENTS = (
    DemoTournament("Cup", "paskievics", 0, 3, (*MEMBERS, *GUESTS), {"preset": "tournament"}),
    DemoTournament("Championship", "danish", 5, 2, MEMBERS, {}),
)


def play_tournament(tournament: DemoTournament, *, rng: Random) -> dict[str, Any]:
    """Play a tournament; return it with the events of its tables, round by round.

    Seats have numbers instead of names, because players are drawn to seats when the club is
    created. The last seat deals first.
    """
    game = GAMES[tournament.game]
    sizes = choose_table_sizes(len(tournament.players), fewest=game.fewest, most=game.most)
    tables = []
    for size in sizes * tournament.rounds:
        seats = tuple(str(seat) for seat in range(1, size + 1))
        plan = SessionPlan(
            tournament.game, seats, DEALS_PER_PLAYER * size, tournament.rules, dealer=seats[-1]
        )
        tables.append(play_session(plan, rng=rng)["events"])
    return {
        "name": tournament.name,
        "game": tournament.game,
        "weeks_before": tournament.weeks_before,
        "rounds": tournament.rounds,
        "turns": DEALS_PER_PLAYER,
        "players": tournament.players,
        "rules": dict(tournament.rules),
        "tables": tables,
    }
