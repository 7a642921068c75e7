"""Repeated pairs in drawn schedules, and the most meetings of a pair, beside the lower bounds.

The bound counts only pairs and tables, so often no schedule attains it. The goals are the
published figures of the social golfer problem, up to the number of rounds for which schedules
are included, and ten seconds for a draw.
"""

from time import process_time

from tarokk_club.club.tournaments.repeat_free_rounds import count_repeat_free_rounds
from tarokk_club.club.tournaments.schedule_draw import draw_schedule
from tools.lab.bench import Options, print_figure

COUNTS = (5, 8, 9, 11, 12, 13, 16, 17, 20, 24, 28, 29, 32, 36, 40, 44, 45, 64, 65, 128)
ROUNDS = (3, 5, 8, 12)
EVERY = range(5, 129), range(1, 13)
# Halfway two players leave and one joins; the remaining rounds are drawn again.
COME_AND_GO = ((13, 6), (16, 6), (44, 6), (45, 8), (128, 6))
MOST_SECONDS = 10.0


def main(options: Options) -> bool:
    """Print the figures; return whether no schedule repeats more pairs than the published ones,
    lets a pair meet more often than one above the bound, or takes too long.

    With --full it covers every number of players and rounds.
    """
    counts, lengths = EVERY if options.full else (COUNTS, ROUNDS)
    good = [_drawn(players, rounds) for players in counts for rounds in lengths]
    good += [_drawn_anew(players, rounds) for players, rounds in COME_AND_GO]
    return all(good)


def _drawn(players: int, rounds: int) -> bool:
    names = [f"player {number:03}" for number in range(players)]
    start = process_time()
    schedule = draw_schedule(names, [], rounds=rounds, sizes=(4, 5), seed="bench")
    seconds = process_time() - start
    again = f"{schedule.again} again, bound {schedule.bound}"
    most = f"no pair more than {schedule.most} times, bound {schedule.most_bound}"
    data = f"{seconds:.1f} s"
    print_figure(f"{players} players, {rounds} rounds", f"{again}; {most}", data=data)
    if rounds <= count_repeat_free_rounds(players) and schedule.again:
        return False
    return seconds <= MOST_SECONDS and schedule.most <= schedule.most_bound + 1


def _drawn_anew(players: int, rounds: int) -> bool:
    names = [f"player {number:03}" for number in range(players)]
    half = rounds // 2
    past = [
        one.tables
        for one in draw_schedule(names, [], rounds=rounds, sizes=(4, 5), seed="bench").rounds[:half]
    ]
    start = process_time()
    left = draw_schedule(
        [*names[2:], "late"], past, rounds=rounds - half, sizes=(4, 5), seed="bench anew"
    )
    seconds = process_time() - start
    again = f"{left.again} again, bound {left.bound}"
    name = f"{players} players, the last {rounds - half} of {rounds} rounds anew"
    print_figure(name, again, data=f"{seconds:.1f} s")
    return seconds <= MOST_SECONDS
