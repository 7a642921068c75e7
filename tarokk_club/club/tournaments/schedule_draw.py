"""The draw of all remaining rounds of a tournament at once.

If rounds are known in which no pair meets twice, players are assigned to them by lot. Otherwise
a search swaps places to make as few pairs as possible meet again.

The search counts steps instead of time, so the same seed, players and past rounds give the same
schedule on every machine. Sitting out, and sitting at a table that is not of four, rotates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from tarokk_club.club.tournaments.repeat_free_rounds import repeat_free_rounds
from tarokk_club.club.tournaments.round_search import (
    MANNERS,
    NEWEST_MANNER,
    Fair,
    Manner,
    RoundTried,
    Search,
)
from tarokk_club.club.tournaments.seat_draw import USUAL, DrawnSeats, Tables, shuffled, sizes_for
from tarokk_club.club.tournaments.seat_repair import repaired_seats

# Steps of the search, fewer with few seats: less than ten seconds on a slow machine.
STEPS, STEPS_A_SEAT = 400_000, 2_500
# Odd tables may be spread a little less evenly before the last round if a pair would meet more
# often than that without it.
USUALLY_ENOUGH = 2


@dataclass(frozen=True, slots=True)
class Schedule:
    """The remaining rounds.

    again: number of meetings of pairs that have met before.
    bound: lower bound of again, derived only from the numbers of pairs and tables.
    most: how often the pair that meets most often meets, past rounds included.
    most_bound: lower bound of most, derived in the same way.
    """

    rounds: tuple[DrawnSeats, ...]
    again: int
    bound: int
    most: int
    most_bound: int


@dataclass(frozen=True, slots=True)
class DrawTask:
    """What decides a draw, besides the earlier rounds.

    sizes: of the smallest and the largest table.
    manner: number of the manner of the search, which a seed of an earlier version needs.
    """

    players: Collection[str]
    rounds: int
    sizes: tuple[int, int]
    seed: str
    manner: int = NEWEST_MANNER


@dataclass(frozen=True, slots=True)
class _Given:
    """The input of a draw.

    players: ids in an order by lot; everything else refers to them by number.
    met: how often each pair has met.
    out, odd: how often each player has sat out, or at an odd table.
    sizes: of the tables of a round.
    rounds: number of rounds to draw.
    fresh: whether there are no past rounds.
    manner: how the search weighs.
    """

    players: list[str]
    met: list[list[int]]
    out: list[int]
    odd: list[int]
    sizes: tuple[int, ...]
    rounds: int
    fresh: bool
    manner: Manner


def draw_schedule(
    players: Collection[str],
    past: Sequence[Tables],
    *,
    rounds: int,
    sizes: tuple[int, int],
    seed: str,
) -> Schedule:
    """Return the remaining rounds.

    past: tables of the earlier rounds.
    sizes: of the smallest and the largest table.

    >>> schedule = draw_schedule("abcdefghijklmnop", [], rounds=5, sizes=(4, 5), seed="x")
    >>> len(schedule.rounds), schedule.again
    (5, 0)
    """
    return draw_again(DrawTask(players, rounds, sizes, seed), past)


def draw_again(task: DrawTask, past: Sequence[Tables]) -> Schedule:
    """Return the rounds of a task, which are the same on every call."""
    given = _given(task, past)
    random = Random(task.seed)  # noqa: S311
    drawn = _repeat_free(given, random)
    enough = _least_cost(given)
    costs = [_cost(given, one) for one in drawn]
    if not costs or costs[0] > enough:
        drawn += _searched(given, random, enough)
    best = min(drawn, key=lambda one: _cost(given, one), default=[])
    most = _most(given, best)
    if given.manner.slack and most > max(USUALLY_ENOUGH, _least_most(given)):
        looser = _searched(given, random, enough, slack=given.manner.slack)[0]
        best = looser if _most(given, looser) < most else best
    return _schedule(given, best, past, random)


def _given(task: DrawTask, past: Sequence[Tables]) -> _Given:
    order = shuffled(task.players, task.seed)
    number = {player: at for at, player in enumerate(order)}
    met = [[0] * len(order) for _player in order]
    out, odd = [0] * len(order), [0] * len(order)
    for tables in past:
        here = {player for table in tables for player in table}
        for player in number.keys() - here:
            out[number[player]] += 1
        for table in tables:
            there = [number[player] for player in table if player in number]
            for one, other in combinations(there, 2):
                met[one][other] += 1
                met[other][one] += 1
            for one in there if len(table) != USUAL else ():
                odd[one] += 1
    fewest, most = task.sizes
    found = sizes_for(len(order), fewest=fewest, most=most)
    manner = MANNERS[task.manner]
    return _Given(order, met, out, odd, found, task.rounds, fresh=not past, manner=manner)


def _repeat_free(given: _Given, random: Random) -> list[list[list[list[int]]]]:
    """Return the known rounds for this number of players, assigned by lot and assigned again for
    each run through them.

    Returns an empty list if none are known or there are past rounds.
    """
    count = len(given.players)
    known = repeat_free_rounds(count)
    if not known or not given.fresh or set(given.sizes) != {USUAL}:
        return []
    found: list[list[list[int]]] = []
    while len(found) < given.rounds:
        roles, turn = mixed(range(count), random), mixed(range(len(known)), random)
        for step in turn[: given.rounds - len(found)]:
            found.append([[roles[one] for one in table] for table in known[step]])
    return [found]


def _searched(
    given: _Given, random: Random, enough: int, *, slack: int = 0
) -> list[list[list[list[int]]]]:
    """Return the schedule that the search finds from random rounds.

    slack: by how much a count of odd tables may be unfair before the last round.
    """
    if len(given.sizes) + bool(_out_count(given)) < 2:
        return [_start(given, random).copy()]
    steps = min(STEPS, STEPS_A_SEAT * given.rounds * len(given.players))
    steps //= 2 if slack else 1
    return [_start(given, random, slack).run(steps, random=random, enough=enough)]


def _out_count(given: _Given) -> int:
    return len(given.players) - sum(given.sizes)


def _start(given: _Given, random: Random, slack: int = 0) -> Search:
    """Return random rounds in which sitting out and odd tables are already spread evenly.

    slack: as for `_searched`.
    """
    out, odd = list(given.out), list(given.odd)
    rounds, fair = [], []
    everybody = range(len(given.players))
    for _round in range(given.rounds):
        by_lot = mixed(everybody, random)
        away = sorted(by_lot, key=lambda one: out[one])[: _out_count(given)]
        for one in away:
            out[one] += 1
        here = sorted((one for one in by_lot if one not in away), key=lambda one: odd[one])
        # Odd tables first, as those who sat at them least come first.
        sizes = sorted(given.sizes, key=lambda size: size == USUAL)
        row = iter(here)
        tables = [[next(row) for _seat in range(size)] for size in sizes]
        for table in tables:
            for one in table if len(table) != USUAL else ():
                odd[one] += 1
        marks = [size != USUAL for size in sizes]
        rounds.append(
            RoundTried([*tables, away], [*marks, False], len(tables))
            if away
            else RoundTried(tables, marks, None)
        )
        last = len(rounds) == given.rounds
        fair.append((_fair(given.out, out), _fair(given.odd, odd, 0 if last else slack)))
    return Search(rounds, given.met, fair, given.manner)


def _fair(before: Sequence[int], after: Sequence[int], slack: int = 0) -> Fair:
    """Return the limits by which all players counted in these rounds end at most 1 apart.

    slack: by how much each limit is widened.
    """
    top = max((end for start, end in zip(before, after, strict=True) if end > start), default=0)
    least = [min(end, max(start, top - 1)) for start, end in zip(before, after, strict=True)]
    most = [max(end, top) if start < top else end for start, end in zip(before, after, strict=True)]
    return Fair(list(after), [limit - slack for limit in least], [limit + slack for limit in most])


def _least_cost(given: _Given) -> int:
    """Return the lowest possible cost of all meetings if every pair were free to meet."""
    return sum(count * given.manner.price(met) for met, count in _spread_evenly(given))


def _spread_evenly(given: _Given) -> Iterator[tuple[int, int]]:
    """Yield how often two have met and how many such pairs meet, if always those meet who have met
    least.
    """
    levels = Counter(met for row in _pairs(given) for met in row)
    left, level, ready = _meetings(given), min(levels, default=0), 0
    while left:
        ready += levels.get(level, 0)
        count = min(left, ready)
        yield level, count
        left, level = left - count, level + 1


def _pairs(given: _Given) -> list[list[int]]:
    return [row[:at] for at, row in enumerate(given.met)]


def _meetings(given: _Given) -> int:
    return given.rounds * sum(size * (size - 1) // 2 for size in given.sizes)


def _cost(given: _Given, rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """Return the cost of the meetings in these rounds; players after the last table sit out."""
    met = [list(row) for row in given.met]
    cost = 0
    for one, other in _meetings_in(given, rounds):
        cost += given.manner.price(met[one][other])
        met[one][other] += 1
    return cost


def _meetings_in(
    given: _Given, rounds: Sequence[Sequence[Sequence[int]]]
) -> Iterator[tuple[int, int]]:
    """Yield each two who sit together, round by round, the smaller number first."""
    for tables in rounds:
        for table in tables[: len(given.sizes)]:
            yield from combinations(sorted(table), 2)


def _schedule(
    given: _Given,
    rounds: Sequence[Sequence[Sequence[int]]],
    past: Sequence[Tables],
    random: Random,
) -> Schedule:
    names = given.players
    tables = [
        tuple(tuple(names[one] for one in table) for table in one[: len(given.sizes)])
        for one in rounds
    ]
    number = {player: at for at, player in enumerate(names)}

    def cost(named: Sequence[Tables]) -> int:
        return _cost(given, [[[number[one] for one in table] for table in one] for one in named])

    seats = repaired_seats(tables, past, cost=cost, random=random, manner=given.manner)
    out = [
        tuple(names[one] for table in tables[len(given.sizes) :] for one in table)
        for tables in rounds
    ]
    unmet = sum(not met for row in _pairs(given) for met in row)
    drawn = tuple(DrawnSeats(one, away) for one, away in zip(seats, out, strict=True))
    bound = max(_meetings(given) - unmet, _crowded(given), 0)
    seated = [[[number[player] for player in table] for table in one] for one in seats]
    most = _most(given, seated)
    return Schedule(drawn, _again(given, seated), bound, most, _least_most(given))


def _most(given: _Given, rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """Return how often the pair that meets most often has met after these rounds."""
    met = [list(row) for row in given.met]
    for one, other in _meetings_in(given, rounds):
        met[one][other] += 1
    return max((count for row in met for count in row), default=0)


def _least_most(given: _Given) -> int:
    """Return how often the pair that meets most often must meet at least.

    It is derived only from the numbers of pairs and meetings.
    """
    before = max((met for row in _pairs(given) for met in row), default=0)
    return max([before, *(met + 1 for met, _count in _spread_evenly(given))])


def _crowded(given: _Given) -> int:
    """Return the least number of repeated meetings because tables have more seats than there are
    tables.

    It is 0 if there are past rounds or somebody sits out.
    """
    number = len(given.sizes)
    if not number or not given.fresh or _out_count(given):
        return 0
    each = 0
    for size in given.sizes:
        full, over = divmod(size, number)
        each += number * full * (full - 1) // 2 + over * full
    return each * (given.rounds - 1)


def _again(given: _Given, rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    met = {
        (other, one) for one, row in enumerate(_pairs(given)) for other, n in enumerate(row) if n
    }
    again = 0
    for pair in _meetings_in(given, rounds):
        again += pair in met
        met.add(pair)
    return again


def mixed(row: Sequence[int], random: Random) -> list[int]:
    """Return the row in random order."""
    return [one for _lot, one in sorted((random.random(), one) for one in row)]
