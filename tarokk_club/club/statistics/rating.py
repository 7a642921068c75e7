"""The strength of players, estimated from their results with changing partners and opponents.

Two sides meet in a hand, the declarer's and the opponents'; in a game without a declarer
everybody plays for themselves. Only which side did better counts, not by how much.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

# Everybody begins at START with great uncertainty: the mean and standard deviation
# of the library, scaled to readable numbers.
START, STEP = 1000, 40
_Known = tuple[float, float]
_UNKNOWN: _Known = (25, 25 / 3)
# The true strength is within this many standard deviations in 95 per cent of cases.
_RANGE = 2


@dataclass(frozen=True, slots=True)
class Meeting:
    """The sides of one hand and their points.

    sides: ids of the players who held cards, by side.
    points: of each side.
    day: of the session, None if unknown.
    """

    sides: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Strength:
    """The estimated strength of a player.

    doubt: by how much the true strength may differ either way.
    """

    skill: int
    doubt: int
    hands: int

    @property
    def least(self) -> int:
        """The lower end of the range, by which players are ranked."""
        return self.skill - self.doubt

    @property
    def most(self) -> int:
        """The upper end of the range."""
        return self.skill + self.doubt


def meeting_of(
    declaring: Iterable[str],
    net: Mapping[str, int],
    playing: Iterable[str],
    *,
    day: date | None = None,
) -> Meeting:
    """Return the sides of a hand.

    declaring: the declarer's side, empty where everybody plays for themselves.
    net: points by account, + receives.
    playing: ids of the players who held cards.
    """
    # Sorted, so that sums are always in the same order and the results are reproducible.
    players = tuple(sorted(playing))
    ours = frozenset(declaring)
    if not ours:
        alone = tuple((player,) for player in players)
        return Meeting(alone, tuple(net[one] for one in players), day)
    sides = (
        tuple(player for player in players if player in ours),
        tuple(player for player in players if player not in ours),
    )
    return Meeting(sides, tuple(sum(net[player] for player in side) for side in sides), day)


# The strength of a player after each of their evenings: day and strength, in order.
Trail = list[tuple[date, int]]


def strengths(
    meetings: Iterable[Meeting], trails: dict[str, Trail] | None = None
) -> dict[str, Strength]:
    """Return the strength of each player after these hands, strongest first.

    meetings: in the order of play.
    trails: filled in with the strength after each evening, by player, if given.

    >>> found = strengths([Meeting((("A",), ("B", "C")), (2, -2))])
    >>> [(player, one.skill > START, one.hands) for player, one in found.items()]
    [('A', True, 1), ('B', False, 1), ('C', False, 1)]
    """
    # Imported late, because most requests need no ratings.
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[str, _Known] = {}
    hands: dict[str, int] = {}
    for meeting in _extend_trails_daily(meetings, trails, known):
        size = max(len(side) for side in meeting.sides)
        sides = [
            [model.rating(*known.get(player, _UNKNOWN)) for player in _repeat_to_size(side, size)]
            for side in meeting.sides
        ]
        after = model.rate(sides, ranks=[-points for points in meeting.points])
        for side, ratings in zip(meeting.sides, after, strict=True):
            for player, rating in zip(side, ratings, strict=False):
                known[player] = (rating.mu, rating.sigma)
                hands[player] = hands.get(player, 0) + 1
    found = {player: _to_strength(*one, hands[player]) for player, one in known.items()}
    return dict(sorted(found.items(), key=lambda item: (-item[1].least, item[0])))


def _extend_trails_daily(
    meetings: Iterable[Meeting], trails: dict[str, Trail] | None, strengths: Mapping[str, _Known]
) -> Iterator[Meeting]:
    """Yield the same meetings, and extend the trails of the day's players at the end of each
    day.
    """
    day: date | None = None
    there: set[str] = set()
    for meeting in meetings:
        if meeting.day != day:
            _lead_on(trails, day, sorted(there), strengths)
            day, there = meeting.day, set()
        there.update(player for side in meeting.sides for player in side)
        yield meeting
    _lead_on(trails, day, sorted(there), strengths)


def _lead_on(
    trails: dict[str, Trail] | None,
    day: date | None,
    there: Iterable[str],
    strengths: Mapping[str, _Known],
) -> None:
    if trails is None or day is None:
        return
    for player in there:
        trails.setdefault(player, []).append((day, _to_strength(*strengths[player], 0).skill))


def _repeat_to_size(side: Sequence[str], size: int) -> list[str]:
    """Return the side with its players repeated up to the given size.

    A player alone against several counts as often as they do, because it is one hand against one
    hand. So nobody is rated weak for having no partner.
    """
    return [side[place % len(side)] for place in range(size)]


def _to_strength(mu: float, sigma: float, hands: int) -> Strength:
    skill = START + STEP * (mu - _UNKNOWN[0])
    return Strength(round(skill), round(_RANGE * STEP * sigma), hands)
