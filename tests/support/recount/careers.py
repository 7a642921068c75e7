"""Count the figures of every player independently, hand by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from support.recount.figures import Fate, fates_of
from support.recount.hands import Evening, Hand, Points

# A hand of a player: points, day, number.
Own = tuple[int, str, int]


def _lists() -> defaultdict[Any, list[int]]:
    return defaultdict(list)


@dataclass
class Again:
    """The figures of a player.

    roles, bids, apart, together: points of each hand.

    kontras: step to the points that the side was paid.
    figures: game and figure to all its results.
    """

    hands: list[Own] = field(default_factory=list)
    roles: defaultdict[Any, list[int]] = field(default_factory=_lists)
    bids: defaultdict[Any, list[int]] = field(default_factory=_lists)
    together: defaultdict[Any, list[int]] = field(default_factory=_lists)
    apart: defaultdict[Any, list[int]] = field(default_factory=_lists)
    kontras: defaultdict[Any, list[int]] = field(default_factory=_lists)
    figures: defaultdict[tuple[str, str], list[Fate]] = field(
        default_factory=lambda: defaultdict(list)
    )


def careers(evenings: Iterable[Evening]) -> dict[str, Again]:
    """Return the figures of each player who held cards in a valid hand, by name."""
    found: dict[str, Again] = defaultdict(Again)
    for evening in evenings:
        for hand in evening.hands:
            for player in hand.playing:
                _count(found[player], player, hand)
            for fate in fates_of(hand):
                for owner in fate.owners:
                    found[owner].figures[hand.game, fate.figure].append(fate)
            _kontras(found, hand)
    return dict(found)


def _count(again: Again, player: str, hand: Hand) -> None:
    points = hand.net[player]
    again.hands.append((points, hand.day, hand.number))
    if hand.ours:
        again.roles[_role(player, hand)].append(points)
        if player == hand.ours[0]:
            again.bids[_bid(hand)].append(points)
    for other in hand.playing:
        if other != player:
            mates = bool(hand.ours) and (player in hand.ours) == (other in hand.ours)
            (again.together if mates else again.apart)[other].append(points)


def _role(player: str, hand: Hand) -> str:
    if player not in hand.ours:
        return "opponent"
    if player != hand.ours[0]:
        return "partner"
    return "declarer" if len(hand.ours) > 1 else "alone"


def _bid(hand: Hand) -> str:
    if hand.game in {"romanian", "taper"}:
        return f"contract.{hand.record['contract']}"
    # A hand that was conceded before the play is always a three.
    return f"bid.{hand.record.get('bid') or 'three'}"


def _kontras(found: dict[str, Again], hand: Hand) -> None:
    """Add the points of each kontra step; the opponents of the figure say the first one."""
    said = [("declarer", hand.record.get("kontra_game") or 0, line) for line in hand.paid("game")]
    said += [
        (hand.side_of(fate.owners[0]), fate.kontra, fate.line)
        for fate in fates_of(hand)
        if fate.kontra
    ]
    for side, steps, line in said:
        for step in range(1, steps + 1):
            side = "opponents" if side == "declarer" else "declarer"
            players = hand.side(side)
            for player in players:
                found[player].kontras[step].append(line[players[0]])


def tally(fates: Iterable[Fate], player: str) -> tuple[int, ...]:
    """Return the counts of announced and silent figures with their points.

    The counts are: announced and made, announced and failed, silent and made, silent and failed.
    Then follow the points for announced figures and all points of the player.
    """
    rows = list(fates)
    happened = [
        sum(one.announced == said and one.made == made for one in rows)
        for said, made in ((True, True), (True, False), (False, True), (False, False))
    ]
    said = sum(one.points.get(player, 0) for one in rows if one.announced)
    return (*happened, said, sum(one.points.get(player, 0) for one in rows))


def longest(hands: Iterable[Own], sign: int) -> list[Own]:
    """Return the longest run of hands won (1) or lost (-1), the earliest of equal ones."""
    best: list[Own] = []
    now: list[Own] = []
    for one in hands:
        now = [*now, one] if one[0] * sign > 0 else []
        best = now if len(now) > len(best) else best
    return best


def hat_history(evenings: Iterable[Evening]) -> list[tuple[str, str]]:
    """Return the day and the name for each time the hat changed heads.

    evenings: in order; the last one of a day decides about the hat.
    """
    by_day: dict[str, str] = {}
    for one in evenings:
        if one.mayor:
            by_day[one.day] = one.mayor
    changes: list[tuple[str, str]] = []
    for day in sorted(by_day):
        if not changes or changes[-1][1] != by_day[day]:
            changes.append((day, by_day[day]))
    return changes


def nights_of(evenings: Iterable[Evening]) -> dict[str, dict[str, Points]]:
    """Return the points, hands and money of each player who came, by name and day."""
    found: dict[str, dict[str, Points]] = defaultdict(dict)
    for one in evenings:
        stake = int(one.document["stake"]["per_point"])
        for name in one.came:
            night = found[name].setdefault(one.day, {"points": 0, "hands": 0, "money": 0})
            night["points"] += one.balances[name]
            night["hands"] += one.seated.get(name, 0)
            night["money"] += one.balances[name] * stake
    return found
