"""The search for a whole schedule: players of a round swap places until fewer pairs meet again.

Each further meeting of a pair costs more than the one before, so no pair meets often while others
have not met. It is simulated annealing over all rounds at once. It counts steps instead of time
and uses only integers and rounded numbers, so the same seed gives the same schedule on every
machine.

The players who sit out or sit at a table that is not of four may change too. A schedule counts
only if both are spread as evenly as possible after each of its rounds. Otherwise a player could
wait for a turn that never comes, when the rest is drawn again because somebody joined or left.
Odd tables may be one turn uneven before the last round if a pair meets less often for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp
from random import Random

HEATS = 20


@dataclass(frozen=True, slots=True)
class Manner:
    """How a search weighs; a seed gives the same schedule only in the manner it was drawn in.

    price: cost of a meeting of two who have met so often.
    unfair: cost of one unfair turn of sitting out or at an odd table, at the start and the end.
        It is not forbidden, since the way to a good schedule leads over some.
    heat: increase in cost that is accepted with probability 1/e, at the start and the end.
    double: one step in so many swaps two players in two rounds, so that odd tables stay evenly
        spread; 0 for none.
    slack: by how much a count of odd tables may be unfair before the last round, where a pair
        meets less often for it.
    repairs: number of swaps that are tried to make turns to deal and to lead even.
    helps_last: whether half of them are at the tables of those who had fewest turns.
    """

    price: Callable[[int], int]
    unfair: tuple[int, int]
    heat: tuple[float, float]
    double: int
    slack: int
    repairs: int
    helps_last: bool


def _price_of_repeats(met: int) -> int:
    """Return a cost by which repeats are few, even if one pair then meets in every round."""
    return 15 + met if met else 0


def _rising_price(met: int) -> int:
    """Return a cost that rises with each meeting, so that nobody meets often while others have not
    met.

    >>> [_rising_price(met) for met in range(5)]
    [0, 16, 40, 72, 112]
    """
    return 4 * met * (met + 3)


# By number, as a stored schedule names it; the first was that of 0.2.0.
MANNERS = {
    1: Manner(
        _price_of_repeats, (40, 40), (6.0, 2.0), double=0, slack=0, repairs=240, helps_last=False
    ),
    2: Manner(
        _rising_price, (60, 600), (10.0, 2.0), double=3, slack=1, repairs=480, helps_last=True
    ),
}
NEWEST_MANNER = max(MANNERS)

# A table of a round and a place at it; a round and two places of it.
_Place = tuple[int, int]
_Swap = tuple[int, _Place, _Place]


@dataclass(slots=True)
class RoundTried:
    """The tables of a round, as numbers of players.

    odd: whether each table is not of four.
    out: index of the list of players who sit out, None if nobody does.
    """

    tables: list[list[int]]
    odd: list[bool]
    out: int | None


@dataclass(frozen=True, slots=True)
class Fair:
    """How often each player has sat out, or sat at an odd table, up to a round.

    counts: including past rounds.
    least, most: limits of a fair count.
    """

    counts: list[int]
    least: Sequence[int]
    most: Sequence[int]


class Search:
    """A schedule that is being improved.

    met: how often each pair met before it, by player.
    fair: the counts of sitting out and of odd tables after each round.
    manner: how it weighs.
    """

    def __init__(
        self,
        rounds: list[RoundTried],
        met: Sequence[Sequence[int]],
        fair: Sequence[tuple[Fair, Fair]],
        manner: Manner,
    ) -> None:
        self.manner = manner
        self.rounds = rounds
        self.met = [list(row) for row in met]
        # Counts of sitting out and of odd tables after each round.
        self.fair = fair
        highest = max(map(max, self.met), default=0) + len(rounds)
        self.prices = [manner.price(met) for met in range(highest + 1)]
        self.cost = 0
        self.unfair = 0
        for one in rounds:
            for table in seated(one):
                for first, second in combinations(table, 2):
                    self.cost += self.prices[self.met[first][second]]
                    self.met[first][second] += 1
                    self.met[second][first] += 1

    def run(self, steps: int, *, random: Random, enough: int) -> list[list[list[int]]]:
        """Return the best tables found, with the players who sit out last.

        enough: a cost that ends the search.
        """
        best, found = self.cost, self.copy()
        if best <= enough:
            return found
        hot, cold = self.manner.heat
        low, high = self.manner.unfair
        for heat in range(HEATS):
            odds = _odds(hot + (cold - hot) * heat / (HEATS - 1))
            unfair = low + (high - low) * heat // (HEATS - 1)
            for _step in range(steps // HEATS):
                self._step(random, odds, unfair)
                if self.cost < best and not self.unfair:
                    best, found = self.cost, self.copy()
                    if best <= enough:
                        return found
        return found

    def copy(self) -> list[list[list[int]]]:
        """Return a copy of the present tables."""
        return [[list(table) for table in one.tables] for one in self.rounds]

    def _step(self, random: Random, odds: Sequence[float], unfair: int) -> None:
        """Swap two players of a round, unless the cost rises too much.

        unfair: cost of one unfair turn.
        """
        draw = random.random
        number = int(draw() * len(self.rounds))
        tables = self.rounds[number].tables
        here = int(draw() * len(tables))
        there = int(draw() * (len(tables) - 1))
        there += there >= here
        at, to = int(draw() * len(tables[here])), int(draw() * len(tables[there]))
        pair = tables[here][at], tables[there][to]
        swaps = [(number, (here, at), (there, to))]
        kind, other = self._kind(number, here), self._kind(number, there)
        double = self.manner.double
        if double and kind != other and int(draw() * double) == 0:
            swaps += self._back(number, pair, (kind, other), draw)
        before = self.cost, self.unfair
        for swap in swaps:
            self._swap(*swap)
        worse = self.cost - before[0] + (self.unfair - before[1]) * unfair
        if worse <= 0 or (worse < len(odds) and draw() < odds[worse]):
            return
        for swap in reversed(swaps):
            self._swap(*swap)

    def _kind(self, number: int, table: int) -> tuple[bool, bool]:
        """Return whether a table of a round is that of those who sit out, and whether it is odd."""
        one = self.rounds[number]
        return table == one.out, one.odd[table]

    def _back(
        self,
        number: int,
        pair: tuple[int, int],
        kinds: tuple[tuple[bool, bool], tuple[bool, bool]],
        draw: Callable[[], float],
    ) -> list[_Swap]:
        """Return a swap that gives both players their kinds of table back in another round, if it
        has the two the other way round.
        """
        if len(self.rounds) < 2:
            return []
        other = int(draw() * (len(self.rounds) - 1))
        other += other >= number
        tables = self.rounds[other].tables
        place = {
            player: (table, tables[table].index(player))
            for player in pair
            for table in range(len(tables))
            if player in tables[table]
        }
        first, second = place[pair[0]], place[pair[1]]
        if (self._kind(other, first[0]), self._kind(other, second[0])) != kinds[::-1]:
            return []
        return [(other, first, second)]

    def _swap(self, number: int, first: _Place, second: _Place) -> None:
        """Swap two players of a round, and update the cost, the unfairness and the counts."""
        one = self.rounds[number]
        (here, at), (there, to) = first, second
        left, right = one.tables[here], one.tables[there]
        pair = left[at], right[to]
        self.unfair += self._unfairness(number, (here, there), pair)
        self.cost += self._move(
            [] if here == one.out else left, [] if there == one.out else right, pair
        )
        left[at], right[to] = pair[1], pair[0]

    def _move(self, left: list[int], right: list[int], pair: tuple[int, int]) -> int:
        """Update the meetings as if the two had swapped places, and return the increase in cost."""
        lost, won = pair
        mine, other, price = self.met[lost], self.met[won], self.prices
        worse = 0
        for table, goes, comes in ((left, mine, other), (right, other, mine)):
            for player in table:
                if player in pair:
                    continue
                row = self.met[player]
                count = goes[player] - 1
                goes[player] = count
                worse -= price[count]
                row[lost if goes is mine else won] = count
                count = comes[player]
                worse += price[count]
                comes[player] = row[won if goes is mine else lost] = count + 1
        return worse

    def _unfairness(self, number: int, tables: tuple[int, int], pair: tuple[int, int]) -> int:
        """Update the counts of sitting out and odd tables from this round on, and return the
        increase in unfairness.
        """
        (here, there), (lost, won), one = tables, pair, self.rounds[number]
        worse = 0
        for kind, (is_left, is_right) in enumerate(
            ((here == one.out, there == one.out), (one.odd[here], one.odd[there]))
        ):
            if is_left == is_right:
                continue
            for fair in self.fair[number:]:
                for player, more in ((lost, is_right - is_left), (won, is_left - is_right)):
                    worse += _shift_count(fair[kind], player, more)
        return worse


def seated(attempt: RoundTried) -> Iterator[list[int]]:
    """Yield the tables of a round without the players who sit out."""
    return (table for number, table in enumerate(attempt.tables) if number != attempt.out)


def _shift_count(fair: Fair, player: int, by: int) -> int:
    """Change the player's count, and return the increase in unfairness."""
    count, least, most = fair.counts[player], fair.least[player], fair.most[player]
    then = fair.counts[player] = count + by
    return max(0, then - most, least - then) - max(0, count - most, least - count)


def _odds(heat: float) -> list[float]:
    """Return the probability that a change is accepted, by its increase in cost."""
    # Rounded, because the last digits of exp() may differ between machines.
    return [round(exp(-worse / heat), 9) for worse in range(200)]
