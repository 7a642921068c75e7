"""The draw of all remaining rounds of a tournament at once.

If a schedule without repeated meetings has been published, players get its places by lot.
Otherwise a search swaps players so that as few pairs as possible meet again. Players take turns at
sitting out and at odd tables, which have other than four seats.

The search counts steps instead of time, so the same seed, players and past rounds give the same
schedule on every machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random

from tarokk_club.club.tournaments.draw.known_schedules import build_repeat_free_rounds
from tarokk_club.club.tournaments.draw.round_draw import (
    USUAL,
    DrawnSeats,
    Tables,
    choose_table_sizes,
    shuffle_by_seed,
)
from tarokk_club.club.tournaments.draw.round_search import (
    NEWEST_WEIGHTS,
    WEIGHTS_BY_VERSION,
    Search,
    SearchRound,
    SearchWeights,
    TurnCounts,
)
from tarokk_club.club.tournaments.draw.seat_repair import repair_seats

# The most steps of a search, in total and per seat: under ten seconds on a slow machine.
STEPS, STEPS_A_SEAT = 400_000, 2_500
# If some pair meets more often than this, odd tables may be a little uneven before the last round.
USUALLY_ENOUGH = 2


@dataclass(frozen=True, slots=True)
class Schedule:
    """The remaining rounds, with figures on how often pairs meet again.

    repeat_meetings: number of meetings of pairs that have met before.
    bound: lower bound on `repeat_meetings`, derived only from the numbers of pairs and tables.
    most: highest number of meetings of any pair, including past rounds.
    most_bound: lower bound on `most`, derived in the same way.
    """

    rounds: tuple[DrawnSeats, ...]
    repeat_meetings: int
    bound: int
    most: int
    most_bound: int


@dataclass(frozen=True, slots=True)
class DrawTask:
    """The settings of a draw, apart from the earlier rounds.

    rounds: number of rounds to draw.
    sizes: fewest and most players at a table.
    weights_version: key in WEIGHTS_BY_VERSION; a seed gives the same schedule only with its key.
    """

    players: Collection[str]
    rounds: int
    sizes: tuple[int, int]
    seed: str
    weights_version: int = NEWEST_WEIGHTS


@dataclass(frozen=True, slots=True)
class _NumberedTask:
    """The input of a draw, with players as numbers.

    players: ids in random order; the index of an id is the number of the player.
    met: matrix of earlier meetings, by pair of players.
    out, odd: how often each player has sat out, or sat at an odd table.
    sizes: number of players at each table of a round.
    rounds: number of rounds to draw.
    fresh: whether there are no earlier rounds.
    weights: weights of the search.
    """

    players: list[str]
    met: list[list[int]]
    out: list[int]
    odd: list[int]
    sizes: tuple[int, ...]
    rounds: int
    fresh: bool
    weights: SearchWeights


def draw_schedule(
    players: Collection[str],
    past: Sequence[Tables],
    *,
    rounds: int,
    sizes: tuple[int, int],
    seed: str,
) -> Schedule:
    """Return a schedule of the remaining rounds.

    past: tables of the earlier rounds.
    rounds: number of rounds to draw.
    sizes: fewest and most players at a table.

    >>> schedule = draw_schedule("abcdefghijklmnop", [], rounds=5, sizes=(4, 5), seed="x")
    >>> len(schedule.rounds), schedule.repeat_meetings
    (5, 0)
    """
    return draw_from_task(DrawTask(players, rounds, sizes, seed), past)


def draw_from_task(task: DrawTask, past: Sequence[Tables]) -> Schedule:
    """Return the schedule for this task, the same on every call."""
    numbered = _build_numbered_task(task, past)
    random = Random(task.seed)  # noqa: S311
    drawn = _assign_published_rounds(numbered, random)
    enough = _compute_cost_bound(numbered)
    costs = [_compute_rounds_cost(numbered, rounds) for rounds in drawn]
    if not costs or costs[0] > enough:
        drawn += _search_rounds(numbered, random, enough)
    best = min(drawn, key=lambda rounds: _compute_rounds_cost(numbered, rounds), default=[])
    most = _compute_most_meetings(numbered, best)
    if numbered.weights.slack and most > max(
        USUALLY_ENOUGH, _compute_most_meetings_bound(numbered)
    ):
        looser = _search_rounds(numbered, random, enough, slack=numbered.weights.slack)[0]
        best = looser if _compute_most_meetings(numbered, looser) < most else best
    return _build_schedule(numbered, best, past, random)


def _build_numbered_task(task: DrawTask, past: Sequence[Tables]) -> _NumberedTask:
    order = shuffle_by_seed(task.players, task.seed)
    number = {player: at for at, player in enumerate(order)}
    met = [[0] * len(order) for _player in order]
    out, odd = [0] * len(order), [0] * len(order)
    for tables in past:
        seated = {player for table in tables for player in table}
        for player in number.keys() - seated:
            out[number[player]] += 1
        for table in tables:
            seated_numbers = [number[player] for player in table if player in number]
            for first, second in combinations(seated_numbers, 2):
                met[first][second] += 1
                met[second][first] += 1
            for at in seated_numbers if len(table) != USUAL else ():
                odd[at] += 1
    fewest, most = task.sizes
    sizes = choose_table_sizes(len(order), fewest=fewest, most=most)
    weights = WEIGHTS_BY_VERSION[task.weights_version]
    return _NumberedTask(order, met, out, odd, sizes, task.rounds, fresh=not past, weights=weights)


def _assign_published_rounds(
    numbered: _NumberedTask, random: Random
) -> list[list[list[list[int]]]]:
    """Return the published rounds for this number of players, with players assigned by lot.

    If more rounds are needed, the published ones repeat with players assigned again. The list
    has one candidate, or none if no rounds are published, if a table has other than four seats,
    or if there are earlier rounds.
    """
    count = len(numbered.players)
    published = build_repeat_free_rounds(count)
    if not published or not numbered.fresh or set(numbered.sizes) != {USUAL}:
        return []
    rounds: list[list[list[int]]] = []
    while len(rounds) < numbered.rounds:
        roles, turn = (
            _shuffle_numbers(range(count), random),
            _shuffle_numbers(range(len(published)), random),
        )
        for step in turn[: numbered.rounds - len(rounds)]:
            rounds.append([[roles[role] for role in table] for table in published[step]])
    return [rounds]


def _search_rounds(
    numbered: _NumberedTask, random: Random, enough: int, *, slack: int = 0
) -> list[list[list[list[int]]]]:
    """Return the rounds that a search finds from a random start, as a list of one candidate.

    enough: cost at which the search ends early.
    slack: how uneven odd tables may be before the last round.
    """
    if len(numbered.sizes) + bool(_count_sitting_out(numbered)) < 2:
        return [_build_search(numbered, random).copy_tables()]
    steps = min(STEPS, STEPS_A_SEAT * numbered.rounds * len(numbered.players))
    steps //= 2 if slack else 1
    return [
        _build_search(numbered, random, slack).find_best_tables(steps, random=random, enough=enough)
    ]


def _count_sitting_out(numbered: _NumberedTask) -> int:
    return len(numbered.players) - sum(numbered.sizes)


def _build_search(numbered: _NumberedTask, random: Random, slack: int = 0) -> Search:
    """Return a search that starts from random rounds.

    In these rounds, players take turns at sitting out and at odd tables.

    slack: allowed difference in turns at odd tables before the last round.
    """
    out, odd = list(numbered.out), list(numbered.odd)
    rounds, fair = [], []
    everybody = range(len(numbered.players))
    for _round in range(numbered.rounds):
        by_lot = _shuffle_numbers(everybody, random)
        away = sorted(by_lot, key=lambda player: out[player])[: _count_sitting_out(numbered)]
        for player in away:
            out[player] += 1
        seated = sorted(
            (player for player in by_lot if player not in away), key=lambda player: odd[player]
        )
        # Odd tables are filled first, with the players who have sat at them least often.
        sizes = sorted(numbered.sizes, key=lambda size: size == USUAL)
        row = iter(seated)
        tables = [[next(row) for _seat in range(size)] for size in sizes]
        for table in tables:
            for player in table if len(table) != USUAL else ():
                odd[player] += 1
        marks = [size != USUAL for size in sizes]
        rounds.append(
            SearchRound([*tables, away], [*marks, False], len(tables))
            if away
            else SearchRound(tables, marks, None)
        )
        last = len(rounds) == numbered.rounds
        fair.append(
            (
                _build_turn_counts(numbered.out, out),
                _build_turn_counts(numbered.odd, odd, 0 if last else slack),
            )
        )
    return Search(rounds, numbered.met, fair, numbered.weights)


def _build_turn_counts(before: Sequence[int], after: Sequence[int], slack: int = 0) -> TurnCounts:
    """Return the counts after these rounds, with limits that keep turns as even as possible.

    before, after: number of turns of each player before and after these rounds.
    slack: how much each limit is widened.
    """
    top = max((end for start, end in zip(before, after, strict=True) if end > start), default=0)
    least = [min(end, max(start, top - 1)) for start, end in zip(before, after, strict=True)]
    most = [max(end, top) if start < top else end for start, end in zip(before, after, strict=True)]
    return TurnCounts(
        list(after), [limit - slack for limit in least], [limit + slack for limit in most]
    )


def _compute_cost_bound(numbered: _NumberedTask) -> int:
    """Return a lower bound on the cost of all meetings, as if any pair could always meet."""
    return sum(
        count * numbered.weights.meeting_cost(met)
        for met, count in _iter_cheapest_meetings(numbered)
    )


def _iter_cheapest_meetings(numbered: _NumberedTask) -> Iterator[tuple[int, int]]:
    """Yield the cheapest meetings as (earlier meetings of the pair, number of such pairs)."""
    levels = Counter(met for row in _get_lower_triangle(numbered) for met in row)
    remaining, level, ready = _count_meetings(numbered), min(levels, default=0), 0
    while remaining:
        ready += levels.get(level, 0)
        count = min(remaining, ready)
        yield level, count
        remaining, level = remaining - count, level + 1


def _get_lower_triangle(numbered: _NumberedTask) -> list[list[int]]:
    return [row[:at] for at, row in enumerate(numbered.met)]


def _count_meetings(numbered: _NumberedTask) -> int:
    return numbered.rounds * sum(size * (size - 1) // 2 for size in numbered.sizes)


def _compute_rounds_cost(numbered: _NumberedTask, rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    """Return the cost of the meetings in these rounds, which follow the past rounds.

    rounds: for each round, a list of player numbers for each table, and perhaps a further list for
        those who sit out.
    """
    met = [list(row) for row in numbered.met]
    cost = 0
    for first, second in _iter_meetings(numbered, rounds):
        cost += numbered.weights.meeting_cost(met[first][second])
        met[first][second] += 1
    return cost


def _iter_meetings(
    numbered: _NumberedTask, rounds: Sequence[Sequence[Sequence[int]]]
) -> Iterator[tuple[int, int]]:
    """Yield each pair of players who sit together, round by round, the smaller number first."""
    for tables in rounds:
        for table in tables[: len(numbered.sizes)]:
            yield from combinations(sorted(table), 2)


def _build_schedule(
    numbered: _NumberedTask,
    rounds: Sequence[Sequence[Sequence[int]]],
    past: Sequence[Tables],
    random: Random,
) -> Schedule:
    names = numbered.players
    tables = [
        tuple(
            tuple(names[player] for player in table) for table in drawn_round[: len(numbered.sizes)]
        )
        for drawn_round in rounds
    ]
    number = {player: at for at, player in enumerate(names)}

    def compute_schedule_cost(named: Sequence[Tables]) -> int:
        return _compute_rounds_cost(
            numbered,
            [[[number[player] for player in table] for table in tables] for tables in named],
        )

    seats = repair_seats(
        tables, past, cost=compute_schedule_cost, random=random, weights=numbered.weights
    )
    out = [
        tuple(names[player] for table in tables[len(numbered.sizes) :] for player in table)
        for tables in rounds
    ]
    unmet = sum(not met for row in _get_lower_triangle(numbered) for met in row)
    drawn = tuple(DrawnSeats(tables, away) for tables, away in zip(seats, out, strict=True))
    bound = max(_count_meetings(numbered) - unmet, _compute_repeats_bound(numbered), 0)
    seated = [[[number[player] for player in table] for table in tables] for tables in seats]
    most = _compute_most_meetings(numbered, seated)
    return Schedule(
        drawn, _count_repeats(numbered, seated), bound, most, _compute_most_meetings_bound(numbered)
    )


def _compute_most_meetings(
    numbered: _NumberedTask, rounds: Sequence[Sequence[Sequence[int]]]
) -> int:
    """Return the highest number of meetings of any pair after these rounds."""
    met = [list(row) for row in numbered.met]
    for first, second in _iter_meetings(numbered, rounds):
        met[first][second] += 1
    return max((count for row in met for count in row), default=0)


def _compute_most_meetings_bound(numbered: _NumberedTask) -> int:
    """Return a lower bound on the highest number of meetings of any pair.

    The bound is derived only from the numbers of pairs and meetings.
    """
    before = max((met for row in _get_lower_triangle(numbered) for met in row), default=0)
    return max([before, *(met + 1 for met, _count in _iter_cheapest_meetings(numbered))])


def _compute_repeats_bound(numbered: _NumberedTask) -> int:
    """Return a lower bound on repeated meetings, derived from the number of tables and seats.

    A table with more seats than there are tables must seat some players who have met before.
    The bound is 0 if there are earlier rounds or somebody sits out.
    """
    number = len(numbered.sizes)
    if not number or not numbered.fresh or _count_sitting_out(numbered):
        return 0
    each = 0
    for size in numbered.sizes:
        full, over = divmod(size, number)
        each += number * full * (full - 1) // 2 + over * full
    return each * (numbered.rounds - 1)


def _count_repeats(numbered: _NumberedTask, rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    met = {
        (first, second)
        for second, row in enumerate(_get_lower_triangle(numbered))
        for first, n in enumerate(row)
        if n
    }
    again = 0
    for pair in _iter_meetings(numbered, rounds):
        again += pair in met
        met.add(pair)
    return again


def _shuffle_numbers(row: Sequence[int], random: Random) -> list[int]:
    """Return the numbers in random order."""
    return [number for _lot, number in sorted((random.random(), number) for number in row)]
