"""The search behind a whole schedule: players of one round change places until fewer pairs meet.

Simulated annealing over all rounds at once. It counts its steps and not the clock, and every
number in it is whole or rounded, so that the same seed finds the same schedule on every machine.
Who sits out and who sits at a table that is not of four may change too, but a schedule counts only
while both are spread as evenly as they can be, after each of its rounds: where the rest is drawn
anew, as somebody came or left, nobody waits for a turn that never comes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import exp
from random import Random

# A further meeting of a pair that has met n times costs MEETING + n - 1, the first one nothing:
# fewer meetings first, then none of them three times where two pairs could meet twice.
MEETING = 16
# Sitting out or at an odd table once more than is fair: dear, but a way through.
UNFAIR = 40
# So much dearer may a change be to be taken once in e times.
HOT, COLD = 6.0, 2.0
HEATS = 20


@dataclass(slots=True)
class RoundTried:
    """The tables of a round as numbers of players. What stands behind the last table sits out."""

    tables: list[list[int]]
    odd: list[bool]
    out: int | None


@dataclass(frozen=True, slots=True)
class Fair:
    """How often each has sat out, or at an odd table, after a round, the past counted, and from
    least to most how often each may have.
    """

    counts: list[int]
    least: Sequence[int]
    most: Sequence[int]


class Search:
    """A schedule that is being improved; met: how often each pair met before it, by player."""

    def __init__(
        self,
        rounds: list[RoundTried],
        met: Sequence[Sequence[int]],
        fair: Sequence[tuple[Fair, Fair]],
    ) -> None:
        self.rounds = rounds
        self.met = [list(row) for row in met]
        # Sitting out and odd tables after each of the rounds.
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
        """The best tables found, those who sit out last; enough: a cost that ends the search."""
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
        """The tables as they are now."""
        return [[list(table) for table in one.tables] for one in self.rounds]

    def _step(self, random: Random, odds: Sequence[float]) -> None:
        """Let two players of a round change places, unless it costs too much."""
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
        """Count the meetings as if the two had changed places; what that costs more."""
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
        """Count who sits out and at odd tables after a change, from this round on; how much less
        fair it becomes.
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
                    worse += _moved(fair[kind], player, sign * more, more)
        return worse


def seated(one: RoundTried) -> Iterator[list[int]]:
    """The tables of a round without those who sit out."""
    return (table for number, table in enumerate(one.tables) if number != one.out)


def _price(met: int) -> int:
    return MEETING + met - 1 if met else 0


def _moved(fair: Fair, player: int, by: int, as_if: int) -> int:
    """Count the player anew; how much less fair the change that is looked at makes it."""
    count, least, most = fair.counts[player], fair.least[player], fair.most[player]
    fair.counts[player] = count + by
    then = count + as_if
    return max(0, then - most, least - then) - max(0, count - most, least - count)


def _odds(heat: float) -> list[float]:
    """How likely a change is taken that makes things worse by so much."""
    # Rounded, as exp() may differ in its last digits from machine to machine.
    return [round(exp(-worse / heat), 9) for worse in range(200)]
