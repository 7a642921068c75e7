"""The search for a whole schedule: players of a round swap places until fewer pairs meet again.

It is simulated annealing over all rounds at once. It counts steps instead of time and uses only
integers and rounded numbers, so the same seed gives the same schedule on every machine.

The players who sit out or sit at a table that is not of four may change too. A schedule counts
only if both are spread as evenly as possible after each of its rounds. Otherwise a player could
wait for a turn that never comes, when the rest is drawn again because somebody joined or left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp
from random import Random

# Meeting again after n meetings costs MEETING + n - 1, a first meeting costs nothing:
# so repeats are few, and two pairs meet twice rather than one pair three times.
MEETING = 16
# The cost of one unfair turn of sitting out or at an odd table: high, but not forbidden.
UNFAIR = 40
# The increase in cost that is accepted with probability 1/e, at the start and the end.
HOT, COLD = 6.0, 2.0
HEATS = 20


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
    """

    def __init__(
        self,
        rounds: list[RoundTried],
        met: Sequence[Sequence[int]],
        fair: Sequence[tuple[Fair, Fair]],
    ) -> None:
        self.rounds = rounds
        self.met = [list(row) for row in met]
        # Counts of sitting out and of odd tables after each round.
        self.fair = fair
        self.cost = 0
        self.unfair = 0
        for one in rounds:
            for table in seated(one):
                for first, second in combinations(table, 2):
                    self.cost += _price(self.met[first][second])
                    self.met[first][second] += 1
                    self.met[second][first] += 1

    def run(self, steps: int, *, random: Random, enough: int) -> list[list[list[int]]]:
        """Return the best tables found, with the players who sit out last.

        enough: a cost that ends the search.
        """
        best, found = self.cost, self.copy()
        if best <= enough:
            return found
        for heat in range(HEATS):
            odds = _odds(HOT + (COLD - HOT) * heat / (HEATS - 1))
            for _step in range(steps // HEATS):
                self._step(random, odds)
                if self.cost < best and not self.unfair:
                    best, found = self.cost, self.copy()
                    if best <= enough:
                        return found
        return found

    def copy(self) -> list[list[list[int]]]:
        """Return a copy of the present tables."""
        return [[list(table) for table in one.tables] for one in self.rounds]

    def _step(self, random: Random, odds: Sequence[float]) -> None:
        """Swap two players of a round, unless the cost rises too much."""
        draw = random.random
        number = int(draw() * len(self.rounds))
        one = self.rounds[number]
        tables = one.tables
        here = int(draw() * len(tables))
        there = int(draw() * (len(tables) - 1))
        there += there >= here
        left, right = tables[here], tables[there]
        at, to = int(draw() * len(left)), int(draw() * len(right))
        lost, won = left[at], right[to]
        change = self._unfairness(number, (here, there), (lost, won), sign=1)
        worse = change * UNFAIR + self._move(
            [] if here == one.out else left, [] if there == one.out else right, (lost, won)
        )
        if worse <= 0 or (worse < len(odds) and draw() < odds[worse]):
            left[at], right[to] = won, lost
            self.cost += worse - change * UNFAIR
            self.unfair += change
            return
        self._move_back(
            [] if here == one.out else left, [] if there == one.out else right, (lost, won)
        )
        self._unfairness(number, (here, there), (lost, won), sign=-1)

    def _move(self, left: list[int], right: list[int], pair: tuple[int, int]) -> int:
        """Update the meetings as if the two had swapped places, and return the increase in cost."""
        lost, won = pair
        mine, other = self.met[lost], self.met[won]
        worse = 0
        for table, goes, comes in ((left, mine, other), (right, other, mine)):
            for player in table:
                if player in pair:
                    continue
                row = self.met[player]
                count = goes[player] - 1
                goes[player] = count
                worse -= MEETING + count - 1 if count > 0 else 0
                row[lost if goes is mine else won] = count
                count = comes[player]
                worse += MEETING + count - 1 if count > 0 else 0
                comes[player] = row[won if goes is mine else lost] = count + 1
        return worse

    def _move_back(self, left: list[int], right: list[int], pair: tuple[int, int]) -> None:
        lost, won = pair
        for table, stays, leaves in ((left, lost, won), (right, won, lost)):
            for player in table:
                if player not in pair:
                    for who, more in ((stays, 1), (leaves, -1)):
                        self.met[who][player] += more
                        self.met[player][who] += more

    def _unfairness(
        self, number: int, tables: tuple[int, int], pair: tuple[int, int], *, sign: int
    ) -> int:
        """Update the counts of sitting out and odd tables from this round on, and return the
        increase in unfairness.

        sign: 1 to make the swap, -1 to undo it.
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
                    worse += _shift_count(fair[kind], player, sign * more, more)
        return worse


def seated(one: RoundTried) -> Iterator[list[int]]:
    """Yield the tables of a round without the players who sit out."""
    return (table for number, table in enumerate(one.tables) if number != one.out)


def _price(met: int) -> int:
    return MEETING + met - 1 if met else 0


def _shift_count(fair: Fair, player: int, by: int, as_if: int) -> int:
    """Change the player's count, and return the increase in unfairness.

    by: change of the count.
    as_if: change of the count for which unfairness is computed.
    """
    count, least, most = fair.counts[player], fair.least[player], fair.most[player]
    fair.counts[player] = count + by
    then = count + as_if
    return max(0, then - most, least - then) - max(0, count - most, least - count)


def _odds(heat: float) -> list[float]:
    """Return the probability that a change is accepted, by its increase in cost."""
    # Rounded, because the last digits of exp() may differ between machines.
    return [round(exp(-worse / heat), 9) for worse in range(200)]
