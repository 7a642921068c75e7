"""Compare drawn schedules with the lower bounds for repeated pairs and for meetings of a pair.

The bounds follow only from the numbers of pairs and tables, so often no schedule reaches them. The
goals are the published figures of the social golfer problem, up to the number of rounds for which
schedules are included, and ten seconds for a draw.

WEEKS contains the best published figures. Their sources, by number of tables:

- 4, 7, 10: each pair meets exactly once; resolvable designs with blocks of four exist for every
number of players that leaves 4 when divided by 12 (H. Hanani, D. K. Ray-Chaudhuri and R. M.
Wilson, On resolvable designs, Discrete Mathematics 3, 1972).

- 5, 6, 8: W. Harvey, table of results for the social golfer problem (problem 10 of CSPLib); ten
weeks of eight tables are from A. Aguado, A 10 days solution to the social golfer problem, 2004.

- 9, 12: resolvable group divisible designs with groups of three; 11 and more: with groups of two
or three (C. J. Colbourn and J. H. Dinitz, Handbook of Combinatorial Designs, 2007, IV.5).
"""

from collections.abc import Mapping
from time import process_time
from types import MappingProxyType

from tarokk_club.club.tournaments.draw.schedule_draw import draw_schedule
from tools.lab.bench import Options, print_figure

COUNTS = (5, 8, 9, 11, 12, 13, 16, 17, 20, 24, 28, 29, 32, 36, 40, 44, 45, 64, 65, 128)
ROUNDS = (3, 5, 8, 12)
FULL_RANGES = range(5, 129), range(1, 13)
# Players and rounds; halfway two players leave and one joins, and the rest is drawn again.
CHANGED_FIELDS = ((13, 6), (16, 6), (44, 6), (45, 8), (128, 6))
MAX_SECONDS = 10.0
# Number of tables of four -> rounds in which no pair needs to meet twice.
WEEKS: Mapping[int, int] = MappingProxyType(
    {1: 1, 2: 1, 3: 1, 4: 5, 5: 5, 6: 7, 7: 9, 8: 10, 9: 11, 10: 13}
)
# From this many tables on, at least this many rounds are possible without a repeat.
MANY_TABLES, MANY_WEEKS = 11, 12


def main(options: Options) -> bool:
    """Print the figures; return whether every schedule meets the goals.

    A schedule repeats no more pairs than published, its most frequent pair meets at most once more
    than the bound, and the draw takes at most ten seconds. --full covers all sizes.
    """
    counts, lengths = FULL_RANGES if options.full else (COUNTS, ROUNDS)
    met = [_measure_draw(players, rounds) for players in counts for rounds in lengths]
    met += [_measure_redraw(players, rounds) for players, rounds in CHANGED_FIELDS]
    return all(met)


def _measure_draw(players: int, rounds: int) -> bool:
    names = [f"player {number:03}" for number in range(players)]
    start = process_time()
    schedule = draw_schedule(names, [], rounds=rounds, sizes=(4, 5), seed="bench")
    seconds = process_time() - start
    repeats = f"{schedule.repeat_meetings} again, bound {schedule.bound}"
    meetings = f"no pair more than {schedule.most} times, bound {schedule.most_bound}"
    data = f"{seconds:.1f} s"
    print_figure(f"{players} players, {rounds} rounds", f"{repeats}; {meetings}", data=data)
    if rounds <= count_repeat_free_rounds(players) and schedule.repeat_meetings:
        return False
    return seconds <= MAX_SECONDS and schedule.most <= schedule.most_bound + 1


def _measure_redraw(players: int, rounds: int) -> bool:
    names = [f"player {number:03}" for number in range(players)]
    half = rounds // 2
    past = [
        drawn_round.tables
        for drawn_round in draw_schedule(
            names, [], rounds=rounds, sizes=(4, 5), seed="bench"
        ).rounds[:half]
    ]
    start = process_time()
    redrawn = draw_schedule(
        [*names[2:], "late"], past, rounds=rounds - half, sizes=(4, 5), seed="bench anew"
    )
    seconds = process_time() - start
    repeats = f"{redrawn.repeat_meetings} again, bound {redrawn.bound}"
    name = f"{players} players, the last {rounds - half} of {rounds} rounds anew"
    print_figure(name, repeats, data=f"{seconds:.1f} s")
    return seconds <= MAX_SECONDS


def count_repeat_free_rounds(players: int) -> int:
    """Return the published number of rounds at tables of four in which no pair meets twice.

    Returns 12 from 11 tables on, although more may be possible, and 0 if the number of players is
    not divisible by four.

    >>> count_repeat_free_rounds(16), count_repeat_free_rounds(44), count_repeat_free_rounds(17)
    (5, 12, 0)
    """
    tables, over = divmod(players, 4)
    return 0 if over else WEEKS.get(tables, MANY_WEEKS if tables >= MANY_TABLES else 0)
