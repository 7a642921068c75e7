"""Contradictions within a hand of Romanian tarok or Taper, checked from record schema 3 on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.problem import Problem
from scoring.games.romanian.figures import Fact, collect_facts
from scoring.games.romanian.record import Declaration, Played
from scoring.games.romanian.sides import Sides, find_opposing_side
from scoring.games.romanian.tables import (
    HONOUR_THIRDS,
    KING,
    PAGAT,
    TAROACE_IN_PACK,
    Figure,
    Tables,
)


def find_contradictions(record: Played, sides: Sides, tables: Tables) -> Iterator[Problem]:
    """Yield a fault for each group of facts of `record` that cannot all be true.

    Source: scoring/RULEBOOK.md, section 6.
    """
    if record.declarations:
        yield from _find_taroace_faults(record.declarations)
        yield from _find_missing_taroace(record)
    yield from _find_trick_faults(record, tables)
    facts = collect_facts(record, sides)
    if not facts:
        return
    recorded = [(figure, facts[figure.key]) for figure in tables.figures if figure.key in facts]
    cards = _CardClaims()
    yield from cards.add_facts(recorded)
    yield from _find_last_trick_faults(record, sides, recorded, cards)
    yield from _find_card_point_faults(record, tables, cards)
    yield from _find_fallen_king(record)


class _Claim(NamedTuple):
    """The side that took a card, with the figure that implies it."""

    side: str
    figure: Figure


class _CardClaims:
    """The side that took each card, as implied by the facts added so far."""

    def __init__(self) -> None:
        self.claims: dict[str, _Claim] = {}

    def add_facts(self, facts: Sequence[tuple[Figure, Fact]]) -> Iterator[Problem]:
        """Add the cards of each figure; yield a fault if the other side took one of them."""
        for figure, fact in facts:
            side, cards = fact.side, figure.takes
            if not fact.made:
                side, cards = find_opposing_side(side), figure.loses
            for card in cards:
                claim = self.claims.setdefault(card, _Claim(side, figure))
                if claim.side != side:
                    values = {"what": figure.term, "other": claim.figure.term, "card": card}
                    yield Problem("ro.exclude_card", figure.key, values)
                    break

    def list_claims(self, side: str) -> list[_Claim]:
        """Return the claims of a side, one for each card that it took."""
        return [claim for claim in self.claims.values() if claim.side == side]


def _find_last_trick_faults(
    record: Played, sides: Sides, facts: Sequence[tuple[Figure, Fact]], cards: _CardClaims
) -> Iterator[Problem]:
    """Yield a fault for facts about the last trick that cannot all be true."""
    present = {figure.last: figure for figure, _fact in facts if figure.last}
    in_talon = next((figure for figure, _fact in facts if figure.talon in present), None)
    if in_talon is not None and in_talon.talon:
        values = {"what": in_talon.term, "other": present[in_talon.talon].term, "card": KING}
        yield Problem("ro.exclude_talon", in_talon.key, values)
    elif record.king_abandoned and any(
        announcement.figure == "rege_ultimo" for announcement in record.announced
    ):
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
    for figure, side in _find_last_trick_winners(record, facts, cards):
        remaining = winners & set(sides.list_members(side))
        if not remaining:
            values = {"what": figure.term, "other": present[PAGAT].term}
            yield Problem("ro.exclude_last", "pagat_ultimo", values)
            return
        winners = remaining


def _find_last_trick_winners(
    record: Played, facts: Sequence[tuple[Figure, Fact]], cards: _CardClaims
) -> Iterator[tuple[Figure, str]]:
    """Yield each figure that implies the winner of the last trick, with the winning side.

    The pagat was played to that trick, so the side that took the pagat won it.
    """
    for figure, fact in facts:
        if figure.key == "valat":
            yield figure, fact.side
        elif figure.last == KING:
            yield figure, fact.side if fact.made else find_opposing_side(fact.side)
    pagat = cards.claims.get(PAGAT)
    if pagat is not None and pagat.figure.key != "pagat_ultimo":
        yield pagat.figure, pagat.side


def _find_trick_faults(record: Played, tables: Tables) -> Iterator[Problem]:
    """Yield a fault if a side has all card points and is not recorded as taking all tricks."""
    points = record.declarer_points
    if record.tricks is None and points in (0, tables.card_points):
        yield Problem("ro.exclude_points", "tricks", {"points": tables.card_points})


def _find_card_point_faults(
    record: Played, tables: Tables, cards: _CardClaims
) -> Iterator[Problem]:
    """Yield a fault for each side with fewer card points than its honours and kings are worth."""
    points = record.declarer_points
    if points is None or record.tricks is not None:
        return
    held: Mapping[str, int] = {DECLARER: points, OPPONENTS: tables.card_points - points}
    for side in (DECLARER, OPPONENTS):
        claims = cards.list_claims(side)
        lowest = HONOUR_THIRDS * len(claims) // 3
        if held[side] < lowest:
            figure = claims[-1].figure
            values = {"what": figure.term, "lowest": lowest, "points": held[side]}
            yield Problem("ro.exclude_worth", figure.key, values)


def _find_fallen_king(record: Played) -> Iterator[Problem]:
    """Yield a fault if the called king fell in the last trick and is not recorded as captured."""
    captured = record.king_captured or record.king_abandoned
    if record.rege_ultimo is False and not captured:
        values = {"what": "fig.king_ultimo", "other": "fig.king_captured"}
        yield Problem("ro.king_fell", "king_captured", values)


def _find_missing_taroace(record: Played) -> Iterator[Problem]:
    """Yield a fault if the declared taroace leave too few for the other players' recorded cards."""
    declared = {declaration.player: declaration.count for declaration in record.declarations}
    played = [] if record.pagat_ultimo is None else [record.pagat_ultimo.by]
    if record.luna_prinsa is not None:
        played += [record.luna_prinsa.by, record.luna_prinsa.victim]
    total = sum(declared.values())
    count = total + sum(player not in declared for player in played)
    if total <= TAROACE_IN_PACK < count:
        values = {"count": count, "highest": TAROACE_IN_PACK}
        field = f"declarations.{len(record.declarations) - 1}.count"
        yield Problem("ro.taroace_elsewhere", field, values)


def _find_taroace_faults(declared: Sequence[Declaration]) -> Iterator[Problem]:
    """Yield a fault for a player's second declaration, and for more taroace than the pack has."""
    total = 0
    players: list[str] = []
    for place, declaration in enumerate(declared):
        if declaration.player in players:
            field = f"declarations.{place}.player"
            yield Problem("ro.taroace_twice", field, {"player": declaration.player})
        players.append(declaration.player)
        total += declaration.count
        if total - declaration.count <= TAROACE_IN_PACK < total:
            values = {"count": total, "highest": TAROACE_IN_PACK}
            yield Problem("ro.too_many_taroace", f"declarations.{place}.count", values)
