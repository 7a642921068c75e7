"""The English sentences for faults of an auction."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.translation_marks import N_

AUCTION_SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "auction_not_call": N_("This must be a pair: the player, and one of %(allowed)s."),
        "auction_stranger": N_("Call %(call)s: %(player)s does not take part in this hand."),
        "auction_passed_before": N_(
            "Call %(call)s: %(player)s has passed already; a pass is final."
        ),
        "auction_out_of_turn": N_(
            "Call %(call)s: %(player)s is out of turn; it is for %(expected_player)s to speak."
        ),
        "auction_over": N_("Call %(call)s: the auction is over; nobody can bid higher or hold."),
        "auction_not_higher": N_("Call %(call)s: %(player)s must bid higher than the last bid."),
        "auction_nothing_to_hold": N_(
            "Call %(call)s: nobody has bid yet; there is nothing to hold."
        ),
        "auction_held_once": N_("Call %(call)s: the last bid was held; a bid is held only once."),
        "auction_hold_without_bid": N_(
            "Call %(call)s: %(player)s may not hold, having made no bid before."
        ),
        "auction_hold_not_earlier": N_(
            "Call %(call)s: %(player)s may not hold; by the old rule only an earlier speaker may."
        ),
        "auction_unfinished": N_(
            "The auction is not over; it is for %(expected_player)s to speak."
        ),
        "auction_passed_out": N_("Everybody passed in this auction: the hand is not played."),
        "auction_declarer": N_("By the auction %(declarer)s became the declarer."),
        "auction_bid": N_("By the auction the game is: %(bid)s."),
        "auction_called_cue": N_(
            "%(by)s showed the %(numeral)s by a cue bid and must be called with it."
        ),
        "auction_partner_cue": N_(
            "%(by)s showed the %(numeral)s by a cue bid and so is the declarer's partner."
        ),
        "auction_partner_yielded": N_(
            "%(by)s yielded the game with the %(numeral)s and so is the declarer's partner."
        ),
        "auction_partner_own": N_(
            "%(by)s showed the %(numeral)s by a cue bid, so %(player)s does not hold it."
        ),
        "auction_called_yielded": N_(
            "%(by)s yielded the game; the declarer must call the %(numeral)s."
        ),
    }
)
