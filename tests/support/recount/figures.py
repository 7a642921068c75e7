"""Read the results of all figures of a hand from its record and from its scored lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from support.recount.hands import Hand, Points

# Figures of a side or a person, by their keys in documents.
BETWEEN_SIDES = (
    *("double", "volat", "trull", "four_kings", "pagat_ultimo", "xxi_catch"),
    *("centrum", "kismadar", "nagymadar", "king_ultimo", "pagat_uhu", "king_uhu"),
    *("sas_ultimo", "sas_uhu", "trula", "toti_regii", "luna_prinsa", "rege_ultimo"),
    *("king_captured", "king_abandoned", "valat"),
)
# Figures of a person even if silent; the record has a key that names the person.
PERSONAL = ("pagat_ultimo", "sas_ultimo", "xxi_catch", "luna_prinsa")
SWEEPS = ("volat", "valat", "tout")
CATCHES = ("xxi_catch", "luna_prinsa")
DOUBLED, ALL_POINTS = 71, 94


@dataclass(frozen=True)
class Fate:
    """The result of a figure in a hand.

    owners: players who announced or made it.
    points: points for it, pots included.
    """

    figure: str
    owners: tuple[str, ...]
    announced: bool
    made: bool
    points: Points
    line: Points
    kontra: int = 0


def fates_of(hand: Hand) -> list[Fate]:
    """Return the results of all figures; figures of one kind are in the order of payment."""
    if hand.game == "danish":
        return list(_danish(hand))
    return [*_between_sides(hand), *_tarokks(hand), *_taroace(hand)]


def _between_sides(hand: Hand) -> Iterator[Fate]:
    for figure in BETWEEN_SIDES:
        said = [one for one in hand.record.get("announced") or [] if one["figure"] == figure]
        paid = hand.paid(figure)
        assert len(said) <= len(paid) <= len(said) + 1, (figure, hand)
        pots = _pots(hand, figure, len(said))
        for one, line, pot in zip(said, paid, pots, strict=False):
            made, points = _fulfilled(hand, one), _sum(line, pot)
            yield Fate(figure, (one["by"],), True, made, points, line, one.get("kontra") or 0)
        for line in paid[len(said) :]:
            owners, made = _silent(hand, figure)
            yield Fate(figure, owners, False, made, line, line)


def _pots(hand: Hand, figure: str, said: int) -> list[Points]:
    """Return the points that the pots paid for each announcement of the figure.

    said: number of announcements.
    """
    if figure != "pagat_ultimo":
        return [{}] * said
    pool: Points = {}
    for line in hand.paid("pool"):
        pool = _sum(pool, line)
    return [pool] * said if pool else [*hand.paid("pot"), *[{}] * said]


def _sum(one: Points, other: Points) -> Points:
    return {name: one.get(name, 0) + other.get(name, 0) for name in {*one, *other}}


def _fulfilled(hand: Hand, said: dict[str, Any]) -> bool:
    """Return whether the record states that an announced figure was made."""
    figure, record = said["figure"], hand.record
    if said.get("made") is not None:
        return bool(said["made"])
    if hand.game in {"romanian", "taper"} and figure == "pagat_ultimo":
        ultimo = record.get("pagat_ultimo") or {}
        return bool(ultimo.get("made")) and ultimo["by"] == said["by"]
    return hand.side_of(said["by"]) == _maker(hand, figure)


def _maker(hand: Hand, figure: str) -> str:
    """Return the side that made a figure, or ""."""
    record, swept = hand.record, _swept(hand.record)
    if figure == "double":
        return _doubler(record)
    if figure in {"volat", "valat"}:
        return swept
    if figure in PERSONAL:
        done = record.get(figure) or {}
        return hand.side_of(done["by"]) if done.get("made", bool(done)) else ""
    if figure == "rege_ultimo":
        return "declarer" if (record.get(figure) or {}).get("made") else ""
    if figure in {"trull", "four_kings"} and swept:
        return swept
    return record.get(figure) or ""


def _swept(record: dict[str, Any]) -> str:
    """Return the side that took all tricks, or ""."""
    if record.get("tricks") == "all" or record.get("result") == "all_tricks":
        return "declarer"
    none = record.get("tricks") == "none" or record.get("result") == "no_tricks"
    return "opponents" if none else ""


def _doubler(record: dict[str, Any]) -> str:
    result = record.get("result")
    if result:
        double = {"double_won": "declarer", "all_tricks": "declarer"}
        return {**double, "double_lost": "opponents", "no_tricks": "opponents"}.get(result, "")
    points = record["declarer_points"]
    if points >= DOUBLED:
        return "declarer"
    return "opponents" if points <= ALL_POINTS - DOUBLED else ""


def _silent(hand: Hand, figure: str) -> tuple[tuple[str, ...], bool]:
    """Return the owners of a figure that was not announced, and whether it was made."""
    if figure in PERSONAL:
        done = hand.record[figure]
        return (done["by"],), done.get("made", True)
    if figure == "rege_ultimo":
        return hand.ours, hand.record[figure]["made"]
    if figure in {"king_captured", "king_abandoned"}:
        return hand.theirs, True
    return hand.side(_maker(hand, figure)), True


def _tarokks(hand: Hand) -> Iterator[Fate]:
    told = hand.record.get("tarokks") or []
    for one, line in zip(told, hand.paid("tarokks"), strict=True):
        figure = {8: "eight", 9: "nine"}[one["count"]]
        yield Fate(figure, (one["player"],), one.get("declared", True), True, line, line)


def _taroace(hand: Hand) -> Iterator[Fate]:
    """Yield the longest declaration of tarokks of each side, the first of equal ones."""
    told = hand.record.get("declarations") or []
    best = []
    for side in (hand.ours, hand.theirs):
        rows = [one for one in told if one["player"] in side]
        best += [max(rows, key=lambda one: int(one["count"]))] if rows else []
    for one, line in zip(best, hand.paid("taroace"), strict=True):
        yield Fate("taroace", (one["player"],), True, True, line, line)


def _danish(hand: Hand) -> Iterator[Fate]:
    """Yield the results of a Danish hand, in which each player plays alone."""
    record = hand.record
    own = [(one["kind"], one["player"], True) for one in record.get("declarations") or []]
    own += [
        (one["event"], one["player"], one["event"] == "pagat_won")
        for one in record.get("in_play") or []
    ]
    last = record.get("last_trick") or {}
    if last.get("with") in {"king", "pagat"}:
        own.append((f"{last['with']}_ultimo", last["winner"], True))
    own += [(f"{one['card']}_bagud", one["player"], False) for one in last.get("lost") or []]
    own += [("nolo", record["nolo"], True)] if record.get("nolo") else []
    left = {item: hand.paid(item) for item, _player, _made in own}
    for item, player, made in own:
        # An ultimo is not paid with a tout, and a pagat that won a trick not under all rules.
        if left[item]:
            line = left[item].pop(0)
            yield Fate(item, (player,), False, made, line, line)
    for line in hand.paid("tout"):
        made = line[str(record.get("tout"))] > 0 if record.get("tout") else False
        owner = record["tout"] if made else hand.dealer
        said = bool(record.get("announced_tout")) and owner == hand.dealer
        yield Fate("tout", (owner,), said, made, line, line)


# Kind of record, day, number of the hand, players, and amount.
Feat = tuple[str, str, int, tuple[str, ...], int]


def feats(hand: Hand) -> Iterator[Feat]:
    """Yield the remarkable events of a hand, derived from its record only."""
    at, record = (hand.day, hand.number), hand.record
    for fate in fates_of(hand):
        if fate.made and fate.figure in SWEEPS:
            side = hand.side(hand.side_of(fate.owners[0])) if hand.ours else fate.owners
            yield ("volat", *at, tuple(sorted(side)), 0)
    for key in CATCHES:
        if record.get(key):
            yield ("xxi", *at, (record[key]["by"],), 0)
    told = [*(record.get("tarokks") or []), *(record.get("declarations") or [])]
    for one in told if hand.game != "danish" and len(hand.playing) > 3 else ():
        if one["count"] > 8:
            yield ("nine", *at, (one["player"],), one["count"])
    for line in hand.paid("game"):
        if record.get("kontra_game"):
            won = tuple(sorted(one for one in hand.playing if line[one] > 0))
            yield ("kontra", *at, won, record["kontra_game"])
