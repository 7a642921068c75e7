"""What the discards can be worth, and what that leaves to each side.

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
# The XX is the one card of his own that a declarer may call.
OWN_CALLED = "XX"


def tricks_of(record: Record) -> str:
    """`all`, `none` or `split` of a played hand.

    Source: docs/reference/format.md, "tricks" and "result".
    """
    return record.tricks if record.result is None else BANDS[record.result].tricks


def without_tricks(record: Record) -> str | None:
    """The side that took no trick of a played hand, if one took them all.

    Source: docs/reference/format.md, "tricks" and "result".
    """
    tricks = tricks_of(record)
    if tricks == ALL:
        return OPPONENTS
    return DECLARER if tricks == NONE else None


def countable_discards(record: Record, rules: HungarianRules) -> tuple[int, ...]:
    """How many discards may count for the declarer's side: as many as drawn, or all six.

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


def points_of_both(record: Record, rules: HungarianRules) -> tuple[int, int]:
    """The fewest and the most card points of the declarer's side where each side won a trick.

    Source: scoring/RULEBOOK.md, section 6, "Points and tricks".
    """
    counts = countable_discards(record, rules)
    return (
        min(counts) + TRICK_CARDS,
        CARD_POINTS - TRICK_CARDS - (DISCARDED - max(counts)),
    )


def most_without_trick(record: Record, rules: HungarianRules, empty: str) -> int:
    """The most that the discards of a side without a trick can be worth.

    Source: scoring/RULEBOOK.md, section 6, "Points and tricks".
    """
    if empty == OPPONENTS:
        return BEST_DISCARDS[DISCARDED - BIDS[record.bid or "three"].drawn]
    return BEST_DISCARDS[max(countable_discards(record, rules))]


def least_of_all_suits(record: Record, rules: HungarianRules, side: str) -> int:
    """What all suit cards are worth less the most that the other side's discards can hold.

    Source: scoring/RULEBOOK.md, section 6, "One card, one side".
    """
    counts = countable_discards(record, rules)
    others = DISCARDED - min(counts) if side == DECLARER else max(counts)
    return SUITS_WORTH - BEST_DISCARDS[others]
