"""The strength of players, estimated from hands with changing partners and opponents.

In a hand the declarer's side meets the opponents; in a game without a declarer every player is a
side. The estimate uses only which side scored more, not the difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

# Everybody begins at START. A unit of the library is STEP points, which gives readable numbers.
START, STEP = 1000, 40
_Estimate = tuple[float, float]
_UNKNOWN: _Estimate = (25, 25 / 3)
# The true strength lies within this many standard deviations in 95 per cent of cases.
_RANGE = 2


@dataclass(frozen=True, slots=True)
class HandSides:
    """The sides of a hand and their points.

    sides: ids of the players on each side, without those who sat out.
    points: points of each side.
    day: day of the session, None if unknown.
    """

    sides: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Strength:
    """The estimated strength of a player.

    skill: best estimate.
    doubt: how much the true strength may differ from the estimate, in either direction.
    hands: number of hands from which the strength was estimated.
    """

    skill: int
    doubt: int
    hands: int

    @property
    def least(self) -> int:
        """The lower end of the likely range, by which players are ranked."""
        return self.skill - self.doubt

    @property
    def most(self) -> int:
        """The upper end of the likely range."""
        return self.skill + self.doubt


def build_hand_sides(
    declaring: Iterable[str],
    net: Mapping[str, int],
    playing: Iterable[str],
    *,
    day: date | None = None,
) -> HandSides:
    """Return the sides of a hand and their points.

    declaring: ids of the declarer's side, empty if every player is a side.
    net: points by account, + receives.
    playing: ids of the players who held cards.
    """
    # Sorted, so that floating-point sums have the same order on every run.
    players = tuple(sorted(playing))
    ours = frozenset(declaring)
    if not ours:
        alone = tuple((player,) for player in players)
        return HandSides(alone, tuple(net[player] for player in players), day)
    sides = (
        tuple(player for player in players if player in ours),
        tuple(player for player in players if player not in ours),
    )
    return HandSides(sides, tuple(sum(net[player] for player in side) for side in sides), day)


# The day and the strength after each evening of a player, in order.
Trail = list[tuple[date, int]]


def estimate_strengths(
    played_hands: Iterable[HandSides], trails: dict[str, Trail] | None = None
) -> dict[str, Strength]:
    """Return the strength of each player after these hands, strongest first.

    played_hands: hands in the order of play.
    trails: dictionary to extend with the strength after each evening, by player; None for none.

    >>> found = estimate_strengths([HandSides((("A",), ("B", "C")), (2, -2))])
    >>> [(player, one.skill > START, one.hands) for player, one in found.items()]
    [('A', True, 1), ('B', False, 1), ('C', False, 1)]
    """
    # Imported here, because most requests need no ratings.
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    estimates: dict[str, _Estimate] = {}
    hands: dict[str, int] = {}
    for played_hand in _extend_trails_daily(played_hands, trails, estimates):
        size = max(len(side) for side in played_hand.sides)
        sides = [
            [
                model.rating(*estimates.get(player, _UNKNOWN))
                for player in _repeat_to_size(side, size)
            ]
            for side in played_hand.sides
        ]
        after = model.rate(sides, ranks=[-points for points in played_hand.points])
        for side, ratings in zip(played_hand.sides, after, strict=True):
            for player, rating in zip(side, ratings, strict=False):
                estimates[player] = (rating.mu, rating.sigma)
                hands[player] = hands.get(player, 0) + 1
    strengths = {
        player: _build_strength(*estimate, hands[player]) for player, estimate in estimates.items()
    }
    return dict(sorted(strengths.items(), key=lambda item: (-item[1].least, item[0])))


def _extend_trails_daily(
    played_hands: Iterable[HandSides],
    trails: dict[str, Trail] | None,
    estimates: Mapping[str, _Estimate],
) -> Iterator[HandSides]:
    """Yield the hands unchanged, and extend the players' trails at the end of each day."""
    day: date | None = None
    present: set[str] = set()
    for played_hand in played_hands:
        if played_hand.day != day:
            _extend_trails(trails, day, sorted(present), estimates)
            day, present = played_hand.day, set()
        present.update(player for side in played_hand.sides for player in side)
        yield played_hand
    _extend_trails(trails, day, sorted(present), estimates)


def _extend_trails(
    trails: dict[str, Trail] | None,
    day: date | None,
    present: Iterable[str],
    estimates: Mapping[str, _Estimate],
) -> None:
    if trails is None or day is None:
        return
    for player in present:
        trails.setdefault(player, []).append((day, _build_strength(*estimates[player], 0).skill))


def _repeat_to_size(side: Sequence[str], size: int) -> list[str]:
    """Return the side with its players repeated until it has this size.

    A player without a partner would otherwise seem weak, since the model adds up the strengths of
    a side.
    """
    return [side[place % len(side)] for place in range(size)]


def _build_strength(mu: float, sigma: float, hands: int) -> Strength:
    skill = START + STEP * (mu - _UNKNOWN[0])
    return Strength(round(skill), round(_RANGE * STEP * sigma), hands)
