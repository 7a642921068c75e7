"""The draw of all remaining rounds of a tournament at once.

If rounds are known in which no pair meets twice, players are assigned to them by lot. Otherwise
a search swaps places to make as few pairs as possible meet again.

The search counts steps instead of time, so the same seed, players and past rounds give the same
schedule on every machine. Sitting out, and sitting at a table that is not of four, rotates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from tarokk_club.club.tournaments.known_rounds import known_rounds
from tarokk_club.club.tournaments.round_search import MEETING, Fair, RoundTried, Search
from tarokk_club.club.tournaments.seat_draw import USUAL, DrawnSeats, Tables, shuffled, sizes_for
from tarokk_club.club.tournaments.seat_repair import repaired_seats

# Steps of the search, fewer with few seats: less than ten seconds on a slow machine.
STEPS, STEPS_A_SEAT = 400_000, 2_500


@dataclass(frozen=True, slots=True)
class Schedule:
    """The remaining rounds.

    again: number of meetings of pairs that have met before.
    bound: lower bound of again, derived only from the numbers of pairs and tables.
    """

    rounds: tuple[DrawnSeats, ...]
    again: int
    bound: int


@dataclass(frozen=True, slots=True)
class _Given:
    """The input of a draw.

    players: ids in an order by lot; everything else refers to them by number.
    met: how often each pair has met.
    out, odd: how often each player has sat out, or at an odd table.
    sizes: of the tables of a round.
    rounds: number of rounds to draw.
    fresh: whether there are no past rounds.
    """

    players: list[str]
    met: list[list[int]]
    out: list[int]
    odd: list[int]
    sizes: tuple[int, ...]
    rounds: int
    fresh: bool


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
    given = _given(players, past, rounds, sizes, seed)
    random = Random(seed)  # noqa: S311
    drawn = _known(given, random)
    enough = _least_cost(given)
    costs = [_cost(given, one) for one in drawn]
    if not costs or costs[0] > enough:
        drawn += _searched(given, random, enough)
    best = min(drawn, key=lambda one: _cost(given, one), default=[])
    return _schedule(given, best, past, random)


def _given(
    players: Collection[str],
    past: Sequence[Tables],
    rounds: int,
    sizes: tuple[int, int],
    seed: str,
) -> _Given:
    order = shuffled(players, seed)
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
    fewest, most = sizes
    found = sizes_for(len(order), fewest=fewest, most=most)
    return _Given(order, met, out, odd, found, rounds, fresh=not past)


def _known(given: _Given, random: Random) -> list[list[list[list[int]]]]:
    """Return the known rounds for this number of players, assigned by lot and assigned again for
    each run through them.

    Returns an empty list if none are known or there are past rounds.
    """
    count = len(given.players)
    known = known_rounds(count)
    if not known or not given.fresh or set(given.sizes) != {USUAL}:
        return []
    found: list[list[list[int]]] = []
    while len(found) < given.rounds:
        roles, turn = mixed(range(count), random), mixed(range(len(known)), random)
        for step in turn[: given.rounds - len(found)]:
            found.append([[roles[one] for one in table] for table in known[step]])
    return [found]


def _searched(given: _Given, random: Random, enough: int) -> list[list[list[list[int]]]]:
    """Return the schedule that the search finds from random rounds."""
    if len(given.sizes) + bool(_out_count(given)) < 2:
        return [_start(given, random).copy()]
    steps = min(STEPS, STEPS_A_SEAT * given.rounds * len(given.players))
    return [_start(given, random).run(steps, random=random, enough=enough)]


def _out_count(given: _Given) -> int:
    return len(given.players) - sum(given.sizes)


def _start(given: _Given, random: Random) -> Search:
    """Return random rounds in which sitting out and odd tables are already spread evenly."""
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
        fair.append((_fair(given.out, out), _fair(given.odd, odd)))
    return Search(rounds, given.met, fair)


def _fair(before: Sequence[int], after: Sequence[int]) -> Fair:
    """Return the limits by which all players counted in these rounds end at most 1 apart."""
    top = max((end for start, end in zip(before, after, strict=True) if end > start), default=0)
    least = [min(end, max(start, top - 1)) for start, end in zip(before, after, strict=True)]
    most = [max(end, top) if start < top else end for start, end in zip(before, after, strict=True)]
    return Fair(list(after), least, most)


def _least_cost(given: _Given) -> int:
    """Return the lowest possible cost of all meetings if every pair were free to meet."""
    levels = Counter(met for row in _pairs(given) for met in row)
    left, cost, level = _meetings(given), 0, min(levels, default=0)
    ready = 0
    while left:
        ready += levels.get(level, 0)
        now = min(left, ready)
        cost += now * _price(level)
        left, level = left - now, level + 1
    return cost


def _pairs(given: _Given) -> list[list[int]]:
    return [row[:at] for at, row in enumerate(given.met)]


def _meetings(given: _Given) -> int:
    return given.rounds * sum(size * (size - 1) // 2 for size in given.sizes)


def _price(met: int) -> int:
    return MEETING + met - 1 if met else 0


def _cost(given: _Given, rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """Return the cost of the meetings in these rounds; players after the last table sit out."""
    met = [list(row) for row in given.met]
    cost = 0
    for tables in rounds:
        for table in tables[: len(given.sizes)]:
            for one, other in combinations(sorted(table), 2):
                cost += _price(met[one][other])
                met[one][other] += 1
    return cost


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

    seats = repaired_seats(tables, past, cost=cost, random=random)
    out = [
        tuple(names[one] for table in tables[len(given.sizes) :] for one in table)
        for tables in rounds
    ]
    unmet = sum(not met for row in _pairs(given) for met in row)
    drawn = tuple(DrawnSeats(one, away) for one, away in zip(seats, out, strict=True))
    bound = max(_meetings(given) - unmet, _crowded(given), 0)
    seated = [[[number[player] for player in table] for table in one] for one in seats]
    return Schedule(drawn, _again(given, seated), bound)


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
    for tables in rounds:
        for table in tables[: len(given.sizes)]:
            for pair in combinations(sorted(table), 2):
                again += pair in met
                met.add(pair)
    return again


def mixed(row: Sequence[int], random: Random) -> list[int]:
    """Return the row in random order."""
    return [one for _lot, one in sorted((random.random(), one) for one in row)]
