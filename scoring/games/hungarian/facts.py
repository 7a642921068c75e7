"""The facts of a played hand about its tricks, as claims for the model of the tricks.

Source: scoring/RULEBOOK.md, section 6, "What contradicts itself".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from scoring.core.posting import DECLARER, OPPONENTS
from scoring.core.table import Table
from scoring.core.translation_marks import Phrase
from scoring.games.hungarian import deck
from scoring.games.hungarian.auction import derive_result
from scoring.games.hungarian.course import Claim
from scoring.games.hungarian.course_sets import BOTH, FIRST_TRICK, OURS, PLAYED, THEIRS
from scoring.games.hungarian.discards import (
    DISCARDED,
    OWN_CALLED,
    classify_tricks,
    find_fewest_points_of_all_suits,
    list_discard_counts,
)
from scoring.games.hungarian.figure_cards import find_winning_cards, list_suit_cards
from scoring.games.hungarian.record import (
    ALL,
    ALONE_DISCARDED,
    ALONE_OWN,
    NONE,
    Announcement,
    Record,
)
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.hungarian.seats import list_speaking_order, split_into_sides
from scoring.games.hungarian.tables import (
    BANDS,
    CARD_POINTS,
    FACAN_CARDS,
    FOUR_KINGS,
    HONOURS,
    KINGS,
    OF_ALL_SUITS,
    OF_ONE_SUIT,
    OPPONENTS_LED,
    OPPONENTS_PLAYED,
    PAGAT_ULTIMO,
    PAROS_FACAN,
    RANKS,
    SAS_ULTIMO,
    TRULL,
    ULTIMO,
    XXI_CATCH,
    Figure,
)

SIDE: Mapping[str, int] = {DECLARER: OURS, OPPONENTS: THEIRS}
# Figures whose cards can be called, so that the holder of the called card matters.
CALLABLE: Mapping[str, str] = {"II": "sas", "XX": "XX"}


class Fact(NamedTuple):
    """A fact that a record states.

    field: key of the record.
    phrase: wording as a part of a sentence.
    claims: claims that the fact makes about the tricks.
    denied: claims that cannot all be true if the fact is true.
    """

    field: str
    phrase: Phrase
    claims: tuple[Claim, ...]
    denied: tuple[Claim, ...] = ()


class Seating(NamedTuple):
    """The players of a hand and their sides.

    order: players from the leader of the first trick.
    players: players in the order of their bits: the declarer's side, then the opponents.
    ours: players of the declarer's side, as bits.

    The bits do not depend on the seats, so hands that differ only in seats have equal facts.
    """

    order: tuple[str, ...]
    players: tuple[str, ...]
    ours: int

    def find_bit(self, player: str) -> int:
        """Return the bit of a player. Source: scoring/RULEBOOK.md, section 1."""
        return 1 << self.players.index(player)

    def find_side(self, player: str) -> int:
        """Return the side of a player. Source: scoring/RULEBOOK.md, section 1."""
        return OURS if self.find_bit(player) & self.ours else THEIRS

    def find_players(self, side: int) -> int:
        """Return the players of a side, as bits. Source: scoring/RULEBOOK.md, section 1."""
        every = (1 << len(self.players)) - 1
        return self.ours if side == OURS else every & ~self.ours


def build_seating(record: Record, table: Table) -> Seating:
    """Return the playing order and the sides of a hand.

    No player whom the record names may be sitting out.

    Source: scoring/RULEBOOK.md, section 1.
    """
    sides = split_into_sides(table, record.declarer or "", record.partner)
    ours = (1 << len(sides.ours)) - 1
    return Seating(list_speaking_order(table), sides.ours + sides.theirs, ours)


def find_most_points(record: Record) -> Mapping[int, int]:
    """Return the most card points that each side can have taken.

    Source: scoring/RULEBOOK.md, section 6, "Points and tricks".
    """
    if record.declarer_points is not None:
        return {OURS: record.declarer_points, THEIRS: CARD_POINTS - record.declarer_points}
    band = BANDS[record.result or ""]
    return {OURS: band.most, THEIRS: CARD_POINTS - band.fewest}


def build_points_fact(record: Record) -> Fact:
    """Return the fact about the card points.

    Source: scoring/RULEBOOK.md, section 6, "Points and tricks".
    """
    if record.declarer_points is not None:
        phrase = Phrase("hu.fact.points", {"points": record.declarer_points})
    else:
        phrase = Phrase("hu.fact.result", {"kind": f"band.{record.result}"})
    claims: list[Claim] = [("most", side, most) for side, most in find_most_points(record).items()]
    return Fact("declarer_points" if record.result is None else "result", phrase, tuple(claims))


def collect_facts(
    record: Record, table: Table, seating: Seating, figures: Mapping[str, Figure]
) -> list[Fact]:
    """Return every fact about the tricks, except the card points and the sides that won tricks.

    figures: figures of the game.

    Source: scoring/RULEBOOK.md, section 6.
    """
    return [
        *_collect_called_facts(record, seating, table.rules),
        *_collect_talon_facts(record, seating),
        *_collect_tarokk_facts(record, seating),
        *_collect_side_facts(record, figures),
        *_collect_single_card_facts(record, seating, figures),
        *_collect_first_trick_facts(record, seating, figures),
        *_collect_announcement_facts(record, table, seating, figures),
    ]


def build_tricks_fact(record: Record, rules: HungarianRules) -> Fact:
    """Return the fact about the sides that won tricks.

    Source: docs/reference/format.md, "tricks" and "result".
    """
    tricks = classify_tricks(record)
    field = "tricks" if record.result is None else "result"
    if tricks == ALL:
        return Fact(field, Phrase("hu.fact.all", {}), (("none", THEIRS),))
    if tricks == NONE:
        return Fact(field, Phrase("hu.fact.none", {}), (("none", OURS),))
    discards: Claim = ("discards", *find_fewest_discards(record, rules).values())
    return Fact(field, Phrase("hu.fact.split", {}), (("shared",), discards))


def find_fewest_discards(record: Record, rules: HungarianRules) -> Mapping[int, int]:
    """Return the smallest possible number of discards that count for each side.

    Source: scoring/RULEBOOK.md, section 1, `discarded_partner_skart`, and section 6.
    """
    counts = list_discard_counts(record, rules)
    return {OURS: min(counts), THEIRS: DISCARDED - max(counts)}


def _collect_called_facts(
    record: Record, seating: Seating, rules: HungarianRules
) -> Iterator[Fact]:
    called = _find_called_tarokk(record, seating, rules)
    name = CALLABLE.get(called or "")
    if name is None or record.declarer is None:
        return
    card = deck.NUMBERS[name]
    values = {"numeral": called}
    if record.partner is not None:
        held: tuple[Claim, ...] = (("held", card, seating.find_bit(record.partner)),)
        phrase = Phrase("hu.fact.called", {**values, "player": record.partner})
        yield Fact("partner", phrase, (*held, ("in", card, PLAYED)))
    elif record.alone == ALONE_DISCARDED or called != OWN_CALLED:
        yield Fact("alone", Phrase("hu.fact.discarded", values), (("in", card, 1),))
    else:
        phrase = Phrase("hu.fact.called_alone", {**values, "player": record.declarer})
        yield Fact("partner", phrase, (("held", card, seating.find_bit(record.declarer)),))


def _find_called_tarokk(record: Record, seating: Seating, rules: HungarianRules) -> str | None:
    """Return the called tarokk, even if only the auction or `alone` implies it; else None."""
    if record.called is None and record.alone == ALONE_OWN:
        return OWN_CALLED
    if record.called is None and record.auction is not None:
        return derive_result(record.auction, order=seating.order, rules=rules).called
    return record.called


def _collect_talon_facts(record: Record, seating: Seating) -> Iterator[Fact]:
    for place, item in enumerate(record.talon_honours):
        phrase = Phrase("hu.fact.drawn", {"player": item.player, "card": f"card.{item.card}"})
        card = deck.NUMBERS[item.card]
        yield Fact(
            f"talon_honours.{place}", phrase, (("held", card, seating.find_bit(item.player)),)
        )


def _collect_tarokk_facts(record: Record, seating: Seating) -> Iterator[Fact]:
    for place, item in enumerate(record.tarokks):
        phrase = Phrase("hu.fact.tarokks", {"player": item.player, "count": item.count})
        claim: Claim = ("tarokks", seating.find_bit(item.player), item.count)
        yield Fact(f"tarokks.{place}", phrase, (claim,))


def _collect_side_facts(record: Record, figures: Mapping[str, Figure]) -> Iterator[Fact]:
    for key, side in ((TRULL, record.trull), (FOUR_KINGS, record.four_kings)):
        if side is not None:
            phrase = Phrase(f"hu.fact.{side}", figures[key].values)
            yield Fact(key, phrase, list_claims(figures[key], None, None, SIDE[side]))


def _collect_single_card_facts(
    record: Record, seating: Seating, figures: Mapping[str, Figure]
) -> Iterator[Fact]:
    catch = record.xxi_catch
    if catch is not None:
        by, victim = seating.find_bit(catch.by), seating.find_bit(catch.victim)
        phrase = Phrase("hu.fact.caught", {"by": catch.by, "victim": catch.victim})
        both = deck.build_mask((deck.XXI, deck.SKIZ))
        held: tuple[Claim, ...] = (("held", deck.SKIZ, by), ("held", deck.XXI, victim))
        taking: tuple[Claim, ...] = (("caught",), ("taken", both, seating.find_side(catch.by)))
        yield Fact(XXI_CATCH, phrase, held + taking)
    for key, ultimo in ((PAGAT_ULTIMO, record.pagat_ultimo), (SAS_ULTIMO, record.sas_ultimo)):
        if ultimo is None:
            continue
        figure, side = figures[key], seating.find_side(ultimo.by)
        card = deck.NUMBERS[figure.card or ""]
        claims: tuple[Claim, ...] = (
            ("in", card, 1 << ULTIMO),
            ("held", card, seating.find_bit(ultimo.by)),
        )
        if ultimo.made:
            claims += list_claims(figure, None, None, side)
        else:
            claims += (("not", ULTIMO, 1 << card),)
        yield Fact(key, _build_ending_phrase(figure, ultimo.by, made=ultimo.made), claims)


def _collect_first_trick_facts(
    record: Record, seating: Seating, figures: Mapping[str, Figure]
) -> Iterator[Fact]:
    for place, item in enumerate(record.facan):
        figure, side = figures[FACAN_CARDS[item.card]], seating.find_side(item.by)
        card = deck.NUMBERS[item.card]
        held: Claim = ("held", card, seating.find_bit(item.by))
        if item.made:
            claims = (held, *list_claims(figure, None, None, side))
        else:
            claims = (held, ("beaten", card, side))
        yield Fact(f"facan.{place}", _build_ending_phrase(figure, item.by, made=item.made), claims)
    pair = record.paros_facan
    if pair is not None:
        figure, side = figures[PAROS_FACAN], SIDE[pair.side]
        code = f"hu.fact.{pair.side}_" + ("made" if pair.made else "failed")
        claims = _build_silent_pair_claims(figure, seating, side, made=pair.made)
        yield Fact(PAROS_FACAN, Phrase(code, figure.values), claims)


def _build_silent_pair_claims(
    figure: Figure, seating: Seating, side: int, *, made: bool
) -> tuple[Claim, ...]:
    """Return the claims of a silent pair pheasant, whose XXI only the skiz can beat."""
    pair = deck.build_mask(deck.NUMBERS[name] for name in figure.captures)
    claims: tuple[Claim, ...] = (
        ("in", deck.XXI, FIRST_TRICK),
        ("held", deck.XXI, seating.find_players(side)),
        ("with", 1, 1 << (deck.XXI if made else deck.SKIZ)),
        ("some", pair, 1, BOTH),
    )
    if figure.silent_if == OPPONENTS_PLAYED:
        claims += (("some", pair, 1, BOTH & ~side),)
    if figure.silent_if == OPPONENTS_LED:
        claims += (("led", seating.find_bit(seating.order[0])),)
    return claims


def _collect_announcement_facts(
    record: Record, table: Table, seating: Seating, figures: Mapping[str, Figure]
) -> Iterator[Fact]:
    for place, item in enumerate(record.announced):
        figure = figures.get(item.figure)
        if figure is None or figure.own is not None or not figure.has_result:
            continue
        side = seating.find_side(item.by)
        skiz: tuple[Claim, ...] = ()
        if figure.voidable:
            where = side if item.void else BOTH & ~side
            skiz = (("held", deck.SKIZ, seating.find_players(where)),)
        claims = list_claims(figure, item.suit, item.rank, side)
        if figure.takes == OF_ALL_SUITS:
            least = find_fewest_points_of_all_suits(
                record, table.rules, DECLARER if side == OURS else OPPONENTS
            )
            claims = (("suits", side, least),)
        phrase = _build_announcement_phrase(figure, item)
        if item.void:
            yield Fact(f"announced.{place}.void", phrase, skiz)
        elif item.made:
            yield Fact(f"announced.{place}.made", phrase, skiz + claims)
        else:
            yield Fact(f"announced.{place}.made", phrase, skiz, claims)


@cache
def list_claims(figure: Figure, suit: str | None, rank: str | None, side: int) -> tuple[Claim, ...]:
    """Return the claims about the tricks that follow from a figure made by this side.

    Source: scoring/RULEBOOK.md, sections 1, 2 and 8.
    """
    claims: list[Claim] = []
    if figure.takes is not None:
        claims.append(("taken", _build_mask_of_taken_cards(figure.takes, suit), side))
    if figure.from_first:
        claims += [("won", trick, side) for trick in range(1, figure.tricks[0])]
    cards = deck.build_mask_of_names(find_winning_cards(figure, suit, rank))
    for trick in figure.tricks:
        claims += [("won", trick, side), ("with", trick, cards)]
    if 1 < len(figure.tricks) == cards.bit_count():
        claims.append(("each", cards, deck.build_mask(figure.tricks), side))
    if figure.captures:
        pair = deck.build_mask(deck.NUMBERS[name] for name in figure.captures)
        claims.append(("some", pair, figure.tricks[0], BOTH))
    return tuple(claims)


def _build_mask_of_taken_cards(takes: str, suit: str | None) -> int:
    if takes == HONOURS:
        return deck.build_mask(deck.HONOURS)
    if takes == KINGS:
        return deck.build_mask(deck.KINGS)
    return (
        deck.build_mask_of_names(list_suit_cards(suit)) if takes == OF_ONE_SUIT else deck.SUIT_CARDS
    )


def _build_ending_phrase(figure: Figure, by: str, *, made: bool) -> Phrase:
    return Phrase("hu.fact.made" if made else "hu.fact.failed", {**figure.values, "by": by})


def _build_announcement_phrase(figure: Figure, item: Announcement) -> Phrase:
    end = "void" if item.void else "made" if item.made else "failed"
    values = {**figure.values, "by": item.by}
    kind = ""
    if item.suit is not None:
        kind, values["suit"] = "suited_", f"suit.{item.suit}"
    if item.rank is not None:
        kind, values["rank"] = "ranked_", RANKS[item.rank]
    return Phrase(f"hu.fact.{kind}{end}", values)
