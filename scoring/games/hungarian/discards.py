"""The possible value of the discards, and the card points that each side can then have.

Source: scoring/RULEBOOK.md, section 6, "Points and tricks".
"""

from __future__ import annotations

from scoring.core.posting import DECLARER, OPPONENTS
from scoring.games.hungarian.record import ALL, ALONE_DISCARDED, ALONE_OWN, NONE, Record
from scoring.games.hungarian.rules import HungarianRules
from scoring.games.hungarian.tables import (
    BANDS,
    BEST_DISCARDS,
    BIDS,
    CARD_POINTS,
    SUITS_WORTH,
    TRICK_CARDS,
)

DISCARDED = len(BEST_DISCARDS) - 1
# The only card that declarers may call although they hold it is the XX.
OWN_CALLED = "XX"


def classify_tricks(record: Record) -> str:
    """Return `all`, `none` or `split` for the tricks of a played hand.

    Source: docs/reference/format.md, "tricks" and "result".
    """
    return record.tricks if record.result is None else BANDS[record.result].tricks


def find_trickless_side(record: Record) -> str | None:
    """Return the side that took no trick of a played hand; None if both sides took tricks.

    Source: docs/reference/format.md, "tricks" and "result".
    """
    tricks = classify_tricks(record)
    if tricks == ALL:
        return OPPONENTS
    return DECLARER if tricks == NONE else None


def list_discard_counts(record: Record, rules: HungarianRules) -> tuple[int, ...]:
    """Return the possible numbers of discards that count for the declarer's side.

    They are the number of cards drawn, six if all discards count, or both if that is unknown.

    Source: scoring/RULEBOOK.md, section 1, `discarded_partner_skart`, and section 6.
    """
    drawn = BIDS[record.bid or "three"].drawn
    if record.partner is not None or rules.discarded_partner_skart != DECLARER:
        return (drawn,)
    if record.alone == ALONE_DISCARDED:
        return (DISCARDED,)
    if record.alone == ALONE_OWN or record.called == OWN_CALLED:
        return (drawn,)
    return (drawn, DISCARDED)


def find_split_point_limits(record: Record, rules: HungarianRules) -> tuple[int, int]:
    """Return the fewest and most card points of the declarer's side if each side won a trick.

    Source: scoring/RULEBOOK.md, section 6, "Points and tricks".
    """
    counts = list_discard_counts(record, rules)
    return (
        min(counts) + TRICK_CARDS,
        CARD_POINTS - TRICK_CARDS - (DISCARDED - max(counts)),
    )


def find_most_points_in_discards(record: Record, rules: HungarianRules, empty: str) -> int:
    """Return the most points that the discards of a side without a trick can have.

    Source: scoring/RULEBOOK.md, section 6, "Points and tricks".
    """
    if empty == OPPONENTS:
        return BEST_DISCARDS[DISCARDED - BIDS[record.bid or "three"].drawn]
    return BEST_DISCARDS[max(list_discard_counts(record, rules))]


def find_fewest_points_of_all_suits(record: Record, rules: HungarianRules, side: str) -> int:
    """Return the fewest points of a side that took all the suit cards played.

    Other suit cards may be in the discards of the other side.

    Source: scoring/RULEBOOK.md, section 6, "One card, one side".
    """
    counts = list_discard_counts(record, rules)
    others = DISCARDED - min(counts) if side == DECLARER else max(counts)
    return SUITS_WORTH - BEST_DISCARDS[others]
