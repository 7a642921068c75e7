"""How strong players are, by what came of their hands with changing partners and opponents.

Two sides meet in a hand: that of the declarer and the others; where a game knows no declarer,
everybody plays alone. Only who did better counts, not by how much.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

# Everybody begins with START, and next to nothing is known: what the library has as mean and
# standard deviation, made readable.
START, STEP = 1000, 40
_Known = tuple[float, float]
_UNKNOWN: _Known = (25, 25 / 3)
# The true strength lies within this many standard deviations, nineteen times out of twenty.
_RANGE = 2


@dataclass(frozen=True, slots=True)
class Meeting:
    """One hand: who held cards on which side, and the points of each side; day: when."""

    sides: tuple[tuple[str, ...], ...]
    points: tuple[int, ...]
    day: date | None = None


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known of a player. doubt: how far the true strength may well be off either way."""

    skill: int
    doubt: int
    hands: int

    @property
    def least(self) -> int:
        """What the player is good for almost certainly; the order goes by it."""
        return self.skill - self.doubt

    @property
    def most(self) -> int:
        """What the player may be good for at best."""
        return self.skill + self.doubt


def meeting_of(
    declaring: Iterable[str],
    net: Mapping[str, int],
    playing: Iterable[str],
    *,
    day: date | None = None,
) -> Meeting:
    """The sides of a hand. declaring: the declarer's side, empty where everybody plays alone; net:
    points by account, + receives; playing: who held cards; day: when.
    """
    # Always summed up in the same order, so that the same book gives the same figures.
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


# What somebody's strength was after each own evening: the day and the strength, in order.
Trail = list[tuple[date, int]]


def strengths(
    meetings: Iterable[Meeting], trails: dict[str, Trail] | None = None
) -> dict[str, Strength]:
    """What is known of everybody after these hands, in order; strongest first. trails: filled with
    what it was after each evening, by player.

    >>> found = strengths([Meeting((("A",), ("B", "C")), (2, -2))])
    >>> [(player, one.skill > START, one.hands) for player, one in found.items()]
    [('A', True, 1), ('B', False, 1), ('C', False, 1)]
    """
    # Only here: most of what the site does needs no ratings.
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    known: dict[str, _Known] = {}
    hands: dict[str, int] = {}
    for meeting in _told(meetings, trails, known):
        size = max(len(side) for side in meeting.sides)
        sides = [
            [model.rating(*known.get(player, _UNKNOWN)) for player in _filled(side, size)]
            for side in meeting.sides
        ]
        after = model.rate(sides, ranks=[-points for points in meeting.points])
        for side, ratings in zip(meeting.sides, after, strict=True):
            for player, rating in zip(side, ratings, strict=False):
                known[player] = (rating.mu, rating.sigma)
                hands[player] = hands.get(player, 0) + 1
    found = {player: _shown(*one, hands[player]) for player, one in known.items()}
    return dict(sorted(found.items(), key=lambda item: (-item[1].least, item[0])))


def _told(
    meetings: Iterable[Meeting], trails: dict[str, Trail] | None, known: Mapping[str, _Known]
) -> Iterator[Meeting]:
    """The same meetings; at the end of each day the trails of whoever played are led on."""
    day: date | None = None
    there: set[str] = set()
    for meeting in meetings:
        if meeting.day != day:
            _lead_on(trails, day, sorted(there), known)
            day, there = meeting.day, set()
        there.update(player for side in meeting.sides for player in side)
        yield meeting
    _lead_on(trails, day, sorted(there), known)


def _lead_on(
    trails: dict[str, Trail] | None,
    day: date | None,
    there: Iterable[str],
    known: Mapping[str, _Known],
) -> None:
    if trails is None or day is None:
        return
    for player in there:
        trails.setdefault(player, []).append((day, _shown(*known[player], 0).skill))


def _filled(side: Sequence[str], size: int) -> list[str]:
    """Somebody alone against several counts as often as they do: it is one hand against one hand,
    and nobody is rated weak for having no partner.
    """
    return [side[place % len(side)] for place in range(size)]


def _shown(mu: float, sigma: float, hands: int) -> Strength:
    skill = START + STEP * (mu - _UNKNOWN[0])
    return Strength(round(skill), round(_RANGE * STEP * sigma), hands)
