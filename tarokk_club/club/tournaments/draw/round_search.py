"""The search for a whole schedule in which as few pairs as possible meet again.

The search is simulated annealing over all rounds at once: two players of a round swap places. Each
further meeting of a pair costs more than the one before. The search counts steps instead of time
and uses only integers and rounded numbers, so a seed gives the same schedule on every machine.

A swap may also let a player sit out, or sit at an odd table, which has other than four seats. A
schedule is valid only if both are spread as evenly as possible after every round, because later
rounds may be drawn again when a player joins or leaves. Before the last round, turns at odd tables
may be uneven by one if a pair then meets less often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp
from random import Random

HEATS = 20


@dataclass(frozen=True, slots=True)
class SearchWeights:
    """The weights of a search; a seed gives the same schedule only with the same weights.

    meeting_cost: function from a pair's number of earlier meetings to the cost of another meeting.
    unfair: cost of one uneven turn (sitting out, or at an odd table), at the start and the end.
    heat: increase in cost that is accepted with probability 1/e, at the start and the end.
    double: one in this many swaps between unlike tables is reversed in another round, so that
        turns stay balanced; 0 for none.
    slack: how uneven odd tables may be before the last round if a pair then meets less often.
    repairs: number of swaps that are tried to even out the turns to deal and to lead.
    helps_last: whether half of these swaps are at tables of players with the fewest turns.
    """

    meeting_cost: Callable[[int], int]
    unfair: tuple[int, int]
    heat: tuple[float, float]
    double: int
    slack: int
    repairs: int
    helps_last: bool


def _compute_flat_cost(met: int) -> int:
    """Return a cost that depends mainly on whether the pair has met at all."""
    return 15 + met if met else 0


def _compute_rising_cost(met: int) -> int:
    """Return a cost that rises with each meeting of the pair.

    >>> [_compute_rising_cost(met) for met in range(5)]
    [0, 16, 40, 72, 112]
    """
    return 4 * met * (met + 3)


# Number in stored schedules -> weights; number 1 was used by version 0.2.0.
WEIGHTS_BY_VERSION = {
    1: SearchWeights(
        _compute_flat_cost, (40, 40), (6.0, 2.0), double=0, slack=0, repairs=240, helps_last=False
    ),
    2: SearchWeights(
        _compute_rising_cost,
        (60, 600),
        (10.0, 2.0),
        double=3,
        slack=1,
        repairs=480,
        helps_last=True,
    ),
}
NEWEST_WEIGHTS = max(WEIGHTS_BY_VERSION)

# A place is a table of a round and a seat at it; a swap is a round and two places in it.
_Place = tuple[int, int]
_Swap = tuple[int, _Place, _Place]


@dataclass(slots=True)
class SearchRound:
    """The tables of a round during the search, as lists of player numbers.

    tables: players of each table; the last list is the players who sit out, if any.
    odd: for each table, whether it has other than four seats.
    out: index of the list of players who sit out, None if there is none.
    """

    tables: list[list[int]]
    odd: list[bool]
    out: int | None


@dataclass(frozen=True, slots=True)
class TurnCounts:
    """The number of times that each player has sat out, or sat at an odd table, after a round.

    counts: number of times by player, including earlier rounds.
    least, most: lowest and highest count of each player at which turns are still even.
    """

    counts: list[int]
    least: Sequence[int]
    most: Sequence[int]


class Search:
    """A search by simulated annealing, which improves a schedule step by step.

    rounds: the rounds to start from, changed in place.
    met: matrix of earlier meetings, by pair of players.
    fair: for each round, counts of sitting out and of odd tables after it, changed in place.
    weights: weights of the search.
    """

    def __init__(
        self,
        rounds: list[SearchRound],
        met: Sequence[Sequence[int]],
        fair: Sequence[tuple[TurnCounts, TurnCounts]],
        weights: SearchWeights,
    ) -> None:
        self.weights = weights
        self.rounds = rounds
        self.met = [list(row) for row in met]
        # Counts of sitting out and of odd tables after each round.
        self.fair = fair
        highest = max(map(max, self.met), default=0) + len(rounds)
        self.meeting_costs = [weights.meeting_cost(met) for met in range(highest + 1)]
        self.cost = 0
        self.unfair = 0
        for attempt in rounds:
            for table in iter_seated_tables(attempt):
                for first, second in combinations(table, 2):
                    self.cost += self.meeting_costs[self.met[first][second]]
                    self.met[first][second] += 1
                    self.met[second][first] += 1

    def find_best_tables(self, steps: int, *, random: Random, enough: int) -> list[list[list[int]]]:
        """Return the best tables, round by round, with the players who sit out as the last table.

        steps: number of swaps to try.
        enough: cost at which the search ends early.
        """
        best, tables = self.cost, self.copy_tables()
        if best <= enough:
            return tables
        hot, cold = self.weights.heat
        low, high = self.weights.unfair
        for heat in range(HEATS):
            odds = _compute_acceptance_probabilities(hot + (cold - hot) * heat / (HEATS - 1))
            unfair = low + (high - low) * heat // (HEATS - 1)
            for _try_swap in range(steps // HEATS):
                self._try_swap(random, odds, unfair)
                if self.cost < best and not self.unfair:
                    best, tables = self.cost, self.copy_tables()
                    if best <= enough:
                        return tables
        return tables

    def copy_tables(self) -> list[list[list[int]]]:
        """Return a copy of the current tables."""
        return [[list(table) for table in drawn_round.tables] for drawn_round in self.rounds]

    def _try_swap(self, random: Random, odds: Sequence[float], unfair: int) -> None:
        """Try a random swap, and undo it if the cost rises too much.

        odds: probabilities of accepting a swap, by increase in cost.
        unfair: cost of one uneven turn.
        """
        draw = random.random
        number = int(draw() * len(self.rounds))
        tables = self.rounds[number].tables
        first_table = int(draw() * len(tables))
        second_table = int(draw() * (len(tables) - 1))
        second_table += second_table >= first_table
        first_seat, second_seat = (
            int(draw() * len(tables[first_table])),
            int(draw() * len(tables[second_table])),
        )
        pair = tables[first_table][first_seat], tables[second_table][second_seat]
        swaps = [(number, (first_table, first_seat), (second_table, second_seat))]
        kind, other_kind = (
            self._find_table_kind(number, first_table),
            self._find_table_kind(number, second_table),
        )
        double = self.weights.double
        if double and kind != other_kind and int(draw() * double) == 0:
            swaps += self._find_compensating_swap(number, pair, (kind, other_kind), draw)
        before = self.cost, self.unfair
        for swap in swaps:
            self._swap_players(*swap)
        worse = self.cost - before[0] + (self.unfair - before[1]) * unfair
        if worse <= 0 or (worse < len(odds) and draw() < odds[worse]):
            return
        for swap in reversed(swaps):
            self._swap_players(*swap)

    def _find_table_kind(self, number: int, table: int) -> tuple[bool, bool]:
        """Return whether a table lists the players who sit out, and whether it is an odd table."""
        attempt = self.rounds[number]
        return table == attempt.out, attempt.odd[table]

    def _find_compensating_swap(
        self,
        number: int,
        pair: tuple[int, int],
        kinds: tuple[tuple[bool, bool], tuple[bool, bool]],
        draw: Callable[[], float],
    ) -> list[_Swap]:
        """Return a swap in another random round that keeps both players' numbers of turns.

        The swap is the only item of the list, which is empty if the swap is not possible.
        """
        if len(self.rounds) < 2:
            return []
        other_round = int(draw() * (len(self.rounds) - 1))
        other_round += other_round >= number
        tables = self.rounds[other_round].tables
        place = {
            player: (table, tables[table].index(player))
            for player in pair
            for table in range(len(tables))
            if player in tables[table]
        }
        first, second = place[pair[0]], place[pair[1]]
        if (
            self._find_table_kind(other_round, first[0]),
            self._find_table_kind(other_round, second[0]),
        ) != kinds[::-1]:
            return []
        return [(other_round, first, second)]

    def _swap_players(self, number: int, first: _Place, second: _Place) -> None:
        """Swap two players of a round, and update cost, unevenness and counts."""
        attempt = self.rounds[number]
        (first_table, first_seat), (second_table, second_seat) = first, second
        first_players, second_players = attempt.tables[first_table], attempt.tables[second_table]
        pair = first_players[first_seat], second_players[second_seat]
        self.unfair += self._update_turn_counts(number, (first_table, second_table), pair)
        self.cost += self._update_meetings(
            [] if first_table == attempt.out else first_players,
            [] if second_table == attempt.out else second_players,
            pair,
        )
        first_players[first_seat], second_players[second_seat] = pair[1], pair[0]

    def _update_meetings(
        self, first_players: list[int], second_players: list[int], pair: tuple[int, int]
    ) -> int:
        """Update the meetings for a swap of the two players, and return the increase in cost."""
        leaving, arriving = pair
        lost_row, won_row, costs = self.met[leaving], self.met[arriving], self.meeting_costs
        worse = 0
        for table, goes, comes in (
            (first_players, lost_row, won_row),
            (second_players, won_row, lost_row),
        ):
            for player in table:
                if player in pair:
                    continue
                row = self.met[player]
                count = goes[player] - 1
                goes[player] = count
                worse -= costs[count]
                row[leaving if goes is lost_row else arriving] = count
                count = comes[player]
                worse += costs[count]
                comes[player] = row[arriving if goes is lost_row else leaving] = count + 1
        return worse

    def _update_turn_counts(
        self, number: int, tables: tuple[int, int], pair: tuple[int, int]
    ) -> int:
        """Update the counts of turns for a swap, and return the increase in unevenness."""
        (first_table, second_table), (leaving, arriving), attempt = (
            tables,
            pair,
            self.rounds[number],
        )
        worse = 0
        for kind, (in_first, in_second) in enumerate(
            (
                (first_table == attempt.out, second_table == attempt.out),
                (attempt.odd[first_table], attempt.odd[second_table]),
            )
        ):
            if in_first == in_second:
                continue
            for fair in self.fair[number:]:
                for player, change in (
                    (leaving, in_second - in_first),
                    (arriving, in_first - in_second),
                ):
                    worse += _shift_count(fair[kind], player, change)
        return worse


def iter_seated_tables(attempt: SearchRound) -> Iterator[list[int]]:
    """Yield the tables of a round without the list of players who sit out."""
    return (table for number, table in enumerate(attempt.tables) if number != attempt.out)


def _shift_count(fair: TurnCounts, player: int, by: int) -> int:
    """Add to the player's count, and return the increase in unevenness."""
    count, least, most = fair.counts[player], fair.least[player], fair.most[player]
    then = fair.counts[player] = count + by
    return max(0, then - most, least - then) - max(0, count - most, least - count)


def _compute_acceptance_probabilities(heat: float) -> list[float]:
    """Return the probabilities of accepting a swap, indexed by its increase in cost."""
    # Rounded, because the last digits of exp() may differ between machines.
    return [round(exp(-worse / heat), 9) for worse in range(200)]
