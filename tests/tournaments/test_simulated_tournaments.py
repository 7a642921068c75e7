"""Tournaments from the first draw to the last round, with late players and players who leave.

Each is drawn as on its page: all rounds at once, and again, considering the rounds already played,
whenever a player comes or goes between two of them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

import pytest

from tarokk_club.club.tournaments.draw.round_draw import DrawnSeats, choose_table_sizes
from tarokk_club.club.tournaments.draw.schedule_draw import Schedule, draw_schedule
from tools.lab.bench.draws import count_repeat_free_rounds

COUNTS, ROUNDS = range(5, 129), range(1, 13)
Game = tuple[int, int]
PASKIEVICS, DANISH = (4, 5), (3, 4)
# Small and large fields, even and odd ones, short and long tournaments, both kinds of tables.
SAMPLE = [
    *((6, 7, PASKIEVICS), (128, 2, PASKIEVICS)),
    pytest.param(14, 3, DANISH, marks=pytest.mark.ci),
    pytest.param(11, 4, PASKIEVICS, marks=pytest.mark.ci),
    pytest.param(16, 5, PASKIEVICS, marks=pytest.mark.ci),
    pytest.param(7, 5, DANISH, marks=pytest.mark.ci),
]
SHARES = 8


@dataclass(slots=True)
class Played:
    """What was played so far, and who was there from the first round on."""

    game: Game
    rounds: list[DrawnSeats] = field(default_factory=list)
    stayed: set[str] = field(default_factory=set)

    def tables(self) -> Iterator[tuple[str, ...]]:
        """All tables of all rounds."""
        return (table for one in self.rounds for table in one.tables)

    def again(self) -> int:
        """How often two met who had met before."""
        pairs = Counter(pair for table in self.tables() for pair in combinations(sorted(table), 2))
        return sum(times - 1 for times in pairs.values())

    def spread(self, counts: Counter[str]) -> int:
        """How far apart those are who stayed."""
        each = [counts[player] for player in self.stayed]
        return max(each) - min(each)


def drawn(players: Sequence[str], played: Played, rounds: int, seed: str) -> Schedule:
    past = [one.tables for one in played.rounds]
    return draw_schedule(players, past, rounds=rounds, sizes=played.game, seed=seed)


def simulated(count: int, rounds: int, game: Game, *, come_and_go: bool) -> Iterator[Played]:
    """The tournament after each of its rounds; every round that was drawn is looked at."""
    random = Random(f"{count} {rounds} {game}")
    players = [f"player {number:03}" for number in range(count)]
    played, later = Played(game, stayed=set(players)), 0
    schedule = drawn(players, played, rounds, "0")
    assert schedule.repeat_meetings >= schedule.bound
    left = list(schedule.rounds)
    while left:
        look_at(left[0], players, game)
        played.rounds.append(left.pop(0))
        yield played
        if come_and_go and left and random.random() < 0.6:
            before = played.again()
            gone = random.sample(players, k=min(random.randrange(3), len(players) - 4))
            players = [one for one in players if one not in gone]
            for _new in range(random.randrange(3)):
                later += 1
                players.append(f"late {later:02}")
            played.stayed -= set(gone)
            schedule = drawn(players, played, len(left), str(len(left)))
            left = list(schedule.rounds)
            whole = Played(game, [*played.rounds, *left])
            assert whole.again() - before == schedule.repeat_meetings >= schedule.bound


def look_at(one: DrawnSeats, players: Sequence[str], game: Game) -> None:
    """Everybody is named once, as many sit as can, and as many of them as can at tables of four."""
    seated = [player for table in one.tables for player in table]
    assert sorted([*seated, *one.out]) == sorted(players)
    sizes = choose_table_sizes(len(players), fewest=game[0], most=game[1])
    assert sorted(map(len, one.tables)) == sorted(sizes)


def held(count: int, rounds: int, game: Game) -> Played:
    """What was played while the promises of a draw held, where everybody stays and where some come
    late or leave.
    """
    *_before, played = simulated(count, rounds, game, come_and_go=False)
    if rounds <= count_repeat_free_rounds(count):
        assert played.again() == 0
    fair(played, seats=1)
    *_before, played = simulated(count, rounds, game, come_and_go=True)
    # Where a single table is left, somebody may have to deal a second time before the last does.
    fair(played, seats=2)
    return played


def fair(played: Played, *, seats: int) -> None:
    """Byes and odd tables went round; turns of leading and dealing differ by so many at most."""
    tables = list(played.tables())
    out = Counter(player for one in played.rounds for player in one.out)
    odd = Counter(player for table in tables if len(table) != 4 for player in table)
    assert played.spread(out) <= 1
    assert played.spread(odd) <= 1
    assert played.spread(Counter(table[-1] for table in tables)) <= seats
    assert played.spread(Counter(table[0] for table in tables)) <= seats


@pytest.mark.parametrize(("count", "rounds", "game"), SAMPLE)
def test_a_simulated_tournament_plays_all_its_rounds(count: int, rounds: int, game: Game) -> None:
    assert len(held(count, rounds, game).rounds) == rounds


@pytest.mark.ci
@pytest.mark.parametrize("share", range(SHARES))
def test_simulated_tournaments_of_every_size_play_all_rounds(share: int) -> None:
    random = Random(share)
    for _one in range(3):
        rounds = random.choice(ROUNDS)
        played = held(random.choice(COUNTS), rounds, random.choice((PASKIEVICS, DANISH)))
        assert len(played.rounds) == rounds


@pytest.mark.parametrize("count", [5, pytest.param(13, marks=pytest.mark.ci)])
def test_the_seed_gives_the_same_tournament_again(count: int) -> None:
    first, second = (
        [list(one.tables()) for one in simulated(count, 4, PASKIEVICS, come_and_go=True)]
        for _time in range(2)
    )

    assert first == second


# Players, rounds, how often players meet again, and the least by counting pairs and tables alone.
# A figure may only get smaller; `bench draws --full` prints those of every size.
FIGURES = [
    *((5, 12, 110, 110), (8, 3, 12, 8), (16, 5, 0, 0), (16, 8, 72, 72), (28, 12, 126, 126)),
    *(
        pytest.param(*one, marks=pytest.mark.ci)
        for one in (
            *((9, 3, 20, 12), (11, 3, 18, 5), (12, 5, 30, 24), (13, 3, 16, 8), (13, 5, 40, 32)),
            *((17, 5, 25, 4), (20, 8, 50, 50), (24, 8, 30, 12), (44, 12, 0, 0)),
        )
    ),
]


@pytest.mark.parametrize(("count", "rounds", "again", "bound"), FIGURES)
def test_repeated_meetings_stay_between_bound_and_best_result(
    count: int, rounds: int, again: int, bound: int
) -> None:
    schedule = drawn(
        [f"player {one:03}" for one in range(count)], Played(PASKIEVICS), rounds, "bench"
    )

    assert schedule.bound == bound
    assert bound <= schedule.repeat_meetings <= again
