"""What contradicts itself in a hand of Romanian tarok or Taper, from record schema 3 on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.problem import Problem
from scoring.games.romanian.figures import Fact, facts_of
from scoring.games.romanian.record import Declaration, Played
from scoring.games.romanian.sides import Sides, other
from scoring.games.romanian.tables import (
    HONOUR_THIRDS,
    KING,
    PAGAT,
    TAROACE_IN_PACK,
    Figure,
    Tables,
)


def contradictions(record: Played, sides: Sides, tables: Tables) -> Iterator[Problem]:
    """Yield every pair of facts of `record` that no course of tricks can have produced.

    Source: scoring/RULEBOOK.md, section 6.
    """
    yield from _taroace(record.declarations)
    yield from _tarocks_of_others(record)
    yield from _points_and_tricks(record, tables)
    facts = facts_of(record, sides)
    if not facts:
        return
    told = [(figure, facts[figure.key]) for figure in tables.figures if figure.key in facts]
    taken = _Taken()
    yield from taken.read(told)
    yield from _last_trick(record, sides, told, taken)
    yield from _worth(record, tables, taken)
    yield from _king_fell(record)


class _Claim(NamedTuple):
    """A card in the tricks of a side, by the figure that says so."""

    side: str
    figure: Figure


class _Taken:
    """Which side has which card, by the facts read so far."""

    def __init__(self) -> None:
        self.claims: dict[str, _Claim] = {}

    def read(self, facts: Sequence[tuple[Figure, Fact]]) -> Iterator[Problem]:
        """Read the figures in turn; yield those that need a card of the other side."""
        for figure, fact in facts:
            side, cards = fact.side, figure.takes
            if not fact.made:
                side, cards = other(side), figure.loses
            for card in cards:
                claim = self.claims.setdefault(card, _Claim(side, figure))
                if claim.side != side:
                    values = {"what": figure.term, "other": claim.figure.term, "card": card}
                    yield Problem("ro.exclude_card", figure.key, values)
                    break

    def of(self, side: str) -> list[_Claim]:
        """Return the claims of a side, one for each card."""
        return [claim for claim in self.claims.values() if claim.side == side]


def _last_trick(
    record: Played, sides: Sides, facts: Sequence[tuple[Figure, Fact]], taken: _Taken
) -> Iterator[Problem]:
    """Yield facts about the last trick that leave nobody who can have won it."""
    present = {figure.last: figure for figure, _fact in facts if figure.last}
    in_talon = next((figure for figure, _fact in facts if figure.talon in present), None)
    if in_talon is not None and in_talon.talon:
        values = {"what": in_talon.term, "other": present[in_talon.talon].term, "card": KING}
        yield Problem("ro.exclude_talon", in_talon.key, values)
    elif record.king_abandoned and any(one.figure == "rege_ultimo" for one in record.announced):
        values = {"what": "fig.abandoned_king", "other": "fig.king_ultimo", "card": KING}
        yield Problem("ro.exclude_talon", "king_abandoned", values)
    pagat = record.pagat_ultimo
    if pagat is None:
        return
    if KING in present and pagat.by == (record.partner or record.declarer):
        figure = present[KING]
        values = {"what": figure.term, "other": present[PAGAT].term, "player": pagat.by}
        yield Problem("ro.exclude_two_cards", figure.key, values)
        return
    everyone = (*sides.declarer, *sides.opponents)
    winners = {name for name in everyone if (name == pagat.by) == pagat.made}
    for figure, side in _winning(record, facts, taken):
        left = winners & set(sides.members(side))
        if not left:
            values = {"what": figure.term, "other": present[PAGAT].term}
            yield Problem("ro.exclude_last", "pagat_ultimo", values)
            return
        winners = left


def _winning(
    record: Played, facts: Sequence[tuple[Figure, Fact]], taken: _Taken
) -> Iterator[tuple[Figure, str]]:
    """Yield which side won the last trick, in which the pagat was, by every fact that says it."""
    for figure, fact in facts:
        if figure.key == "valat":
            yield figure, fact.side
        elif figure.last == KING:
            yield figure, fact.side if fact.made else other(fact.side)
    pagat = taken.claims.get(PAGAT)
    if pagat is not None and pagat.figure.key != "pagat_ultimo":
        yield pagat.figure, pagat.side


def _points_and_tricks(record: Played, tables: Tables) -> Iterator[Problem]:
    """Yield card points that only a side with all tricks has, where nobody says it took them."""
    points = record.declarer_points
    if record.tricks is None and points in (0, tables.card_points):
        yield Problem("ro.exclude_points", "tricks", {"points": tables.card_points})


def _worth(record: Played, tables: Tables, taken: _Taken) -> Iterator[Problem]:
    """Yield a side whose points are fewer than its honours and kings are worth."""
    points = record.declarer_points
    if points is None or record.tricks is not None:
        return
    held: Mapping[str, int] = {DECLARER: points, OPPONENTS: tables.card_points - points}
    for side in (DECLARER, OPPONENTS):
        claims = taken.of(side)
        lowest = HONOUR_THIRDS * len(claims) // 3
        if held[side] < lowest:
            figure = claims[-1].figure
            values = {"what": figure.term, "lowest": lowest, "points": held[side]}
            yield Problem("ro.exclude_worth", figure.key, values)


def _king_fell(record: Played) -> Iterator[Problem]:
    """Yield a called king that fell in the last trick and is not recorded as captured."""
    captured = record.king_captured or record.king_abandoned
    if record.rege_ultimo is False and not captured:
        values = {"what": "fig.king_ultimo", "other": "fig.king_captured"}
        yield Problem("ro.king_fell", "king_captured", values)


def _tarocks_of_others(record: Played) -> Iterator[Problem]:
    """Yield declared taroace that leave too few for those that others played."""
    declared = {one.player: one.count for one in record.declarations}
    played = [] if record.pagat_ultimo is None else [record.pagat_ultimo.by]
    if record.luna_prinsa is not None:
        played += [record.luna_prinsa.by, record.luna_prinsa.victim]
    total = sum(declared.values())
    count = total + sum(player not in declared for player in played)
    if total <= TAROACE_IN_PACK < count and declared:
        values = {"count": count, "highest": TAROACE_IN_PACK}
        field = f"declarations.{len(record.declarations) - 1}.count"
        yield Problem("ro.taroace_elsewhere", field, values)


def _taroace(declared: Sequence[Declaration]) -> Iterator[Problem]:
    """Yield who declares a second time, and more taroace than there are."""
    total = 0
    players: list[str] = []
    for place, one in enumerate(declared):
        if one.player in players:
            field = f"declarations.{place}.player"
            yield Problem("ro.taroace_twice", field, {"player": one.player})
        players.append(one.player)
        total += one.count
        if total - one.count <= TAROACE_IN_PACK < total:
            values = {"count": total, "highest": TAROACE_IN_PACK}
            yield Problem("ro.too_many_taroace", f"declarations.{place}.count", values)
