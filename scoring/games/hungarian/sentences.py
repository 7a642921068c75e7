"""The English sentences of Hungarian hands: reasons for lines, faults, and terms."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.translation_marks import N_, NC_
from scoring.games.hungarian.auction_sentences import AUCTION_SENTENCES
from scoring.games.hungarian.contradiction_sentences import CONTRADICTION_SENTENCES
from scoring.games.hungarian.figure_sentences import FIGURE_SENTENCES
from scoring.games.hungarian.guide_words import GUIDE_SENTENCES, GUIDE_TERMS

_GAME = {
    "hu.game_won": N_("Game, %(bid)s, won: each opponent of the declarer pays %(sum)s."),
    "hu.game_lost": N_("Game, %(bid)s, lost: each opponent of the declarer receives %(sum)s."),
    "hu.game_won_kontra": N_(
        "Game, %(bid)s, won after %(step)s: each opponent of the declarer pays %(sum)s."
    ),
    "hu.game_lost_kontra": N_(
        "Game, %(bid)s, lost after %(step)s: each opponent of the declarer receives %(sum)s."
    ),
    "hu.conceded": N_(
        "A three with nothing but the declarer's trull is not played:"
        " each opponent of the declarer pays %(sum)s."
    ),
}

_FIGURES = {
    "hu.announced_made_from": N_(
        "%(figure)s, announced by %(by)s and made: each opponent of the declarer pays %(sum)s."
    ),
    "hu.announced_made_to": N_(
        "%(figure)s, announced by %(by)s and made: each opponent of the declarer receives %(sum)s."
    ),
    "hu.announced_failed_from": N_(
        "%(figure)s, announced by %(by)s and failed: each opponent of the declarer pays %(sum)s."
    ),
    "hu.announced_failed_to": N_(
        "%(figure)s, announced by %(by)s and failed:"
        " each opponent of the declarer receives %(sum)s."
    ),
    "hu.announced_made_from_kontra": N_(
        "%(figure)s, announced by %(by)s and made after %(step)s:"
        " each opponent of the declarer pays %(sum)s."
    ),
    "hu.announced_made_to_kontra": N_(
        "%(figure)s, announced by %(by)s and made after %(step)s:"
        " each opponent of the declarer receives %(sum)s."
    ),
    "hu.announced_failed_from_kontra": N_(
        "%(figure)s, announced by %(by)s and failed after %(step)s:"
        " each opponent of the declarer pays %(sum)s."
    ),
    "hu.announced_failed_to_kontra": N_(
        "%(figure)s, announced by %(by)s and failed after %(step)s:"
        " each opponent of the declarer receives %(sum)s."
    ),
    "hu.silent_made_from": N_(
        "%(figure)s, made silently: each opponent of the declarer pays %(sum)s."
    ),
    "hu.silent_made_to": N_(
        "%(figure)s, made silently by the opponents:"
        " each opponent of the declarer receives %(sum)s."
    ),
    "hu.silent_failed_from": N_(
        "%(figure)s, tried silently by the opponents and failed:"
        " each opponent of the declarer pays %(sum)s."
    ),
    "hu.silent_failed_to": N_(
        "%(figure)s, tried silently by the declarer's side and failed:"
        " each opponent of the declarer receives %(sum)s."
    ),
    "hu.silent_by_made_from": N_(
        "%(figure)s, made silently by %(by)s: each opponent of the declarer pays %(sum)s."
    ),
    "hu.silent_by_made_to": N_(
        "%(figure)s, made silently by %(by)s: each opponent of the declarer receives %(sum)s."
    ),
    "hu.silent_by_failed_from": N_(
        "%(figure)s, tried silently by %(by)s and failed:"
        " each opponent of the declarer pays %(sum)s."
    ),
    "hu.silent_by_failed_to": N_(
        "%(figure)s, tried silently by %(by)s and failed:"
        " each opponent of the declarer receives %(sum)s."
    ),
    "hu.caught_made_from": N_(
        "%(figure)s: %(by)s took the XXI of %(victim)s with the skiz:"
        " each opponent of the declarer pays %(sum)s."
    ),
    "hu.caught_made_to": N_(
        "%(figure)s: %(by)s took the XXI of %(victim)s with the skiz:"
        " each opponent of the declarer receives %(sum)s."
    ),
}

_BESIDE = {
    "hu.tarokks_declared": N_(
        "%(player)s declared %(count)s tarokks: each of the other three pays %(sum)s."
    ),
    "hu.tarokks_claimed_0": N_(
        "%(player)s claimed %(count)s tarokks afterwards but played alone: no partner pays."
    ),
    "hu.tarokks_claimed_1": N_(
        "%(player)s claimed %(count)s tarokks afterwards: the partner pays %(sum)s."
    ),
    "hu.tarokks_claimed_2": N_(
        "%(player)s claimed %(count)s tarokks afterwards: each of the two partners pays %(sum)s."
    ),
    "hu.tarokks_pair_from": N_(
        "%(player)s declared %(count)s tarokks, a bonus of the pair:"
        " each opponent of the declarer pays %(sum)s."
    ),
    "hu.tarokks_pair_to": N_(
        "%(player)s declared %(count)s tarokks, a bonus of the pair:"
        " each opponent of the declarer receives %(sum)s."
    ),
    "hu.dealer_pays": N_(
        "%(dealer)s dealt, sits out and loses with the opponents:"
        " the declarer's side shares %(amount)s."
    ),
    "hu.dealer_receives": N_(
        "%(dealer)s dealt, sits out and wins with the opponents:"
        " the declarer's side shares the cost of %(amount)s."
    ),
    "hu.talon": N_("%(player)s drew %(card)s from the talon and pays %(dealer)s %(sum)s."),
    "hu.talon_late": N_(
        "%(player)s drew %(card)s from the talon and pays %(dealer)s late: %(sum)s."
    ),
    "hu.pot_void": N_("A void hand: everybody at the table pays %(amount)s into the ultimo pot."),
    "hu.pot_won": N_(
        "The pagat ultimo announced by %(by)s was made:"
        " that side takes %(amount)s from the ultimo pot."
    ),
    "hu.pot_doubled": N_(
        "The pagat ultimo announced by %(by)s failed:"
        " that side pays %(amount)s into the ultimo pot."
    ),
}

_UNPLAYED = {
    "hu.passed_out": N_("Everybody passed; the hand has no score."),
    "hu.annulled": N_("The hand was annulled and has no score."),
    "hu.annulled_by": N_("%(by)s annulled the hand; it has no score."),
    "hu.annulled_holding": N_("The hand was annulled and has no score: %(kind)s."),
    "hu.annulled_by_holding": N_("%(by)s annulled the hand; it has no score: %(kind)s."),
    "hu.trial": N_(
        "%(declarer)s bid without an honour, drew none and pays each of the other three %(sum)s."
    ),
    "hu.trial_pot": N_(
        "%(declarer)s bid without an honour, drew none and pays %(amount)s into the ultimo pot."
    ),
    "hu.trial_free": N_("%(declarer)s bid without an honour and drew none; nothing is paid."),
}

_REFUSED = {
    "hu.sits_out": N_("%(player)s deals and sits out this hand."),
    "hu.trial_not_last": N_(
        "Only %(player)s, the last to speak, could bid a trial three after three passes."
    ),
    "hu.annul_off": N_("By the rules of this table no hand is annulled."),
    "hu.holding_off": N_("By the rules of this table this does not annul a hand: %(kind)s."),
    "hu.too_many_tarokks": N_("These are %(count)s tarokks together; there are only %(highest)s."),
    "hu.needs_kontra": N_(
        "By the rules of this table %(by)s, an opponent, announces nothing without kontra to the"
        " game."
    ),
    "hu.double_and_volat": N_(
        "By the rules of this table %(player)s does not announce both double game and volat."
    ),
    "hu.own_unknown": N_("This table has no figure “%(key)s” of its own."),
    "hu.own_only_silent": N_("%(figure)s is not announced by the rules of this table."),
    "hu.own_only_announced": N_("%(figure)s counts only announced by the rules of this table."),
    "hu.own_announced": N_("%(figure)s was announced by this side and is not silent too."),
    "hu.own_both": N_("%(figure)s was made by one side; the other cannot have made it too."),
    "hu.own_partner": N_("%(player)s cannot be declarer and partner; a lone declarer has none."),
    "hu.result_and_points": N_("Give the result in one word or the card points, not both."),
    "hu.result_and_tricks": N_("The result in one word already says how the tricks fell."),
    "hu.kontra_too_high": N_("By the rules of this table kontra goes up to step %(highest)s."),
    "hu.announced_twice": N_("%(figure)s was announced by this side already."),
    "hu.same_card": N_(
        "%(figure)s and %(other)s need the same card; record only the one that counts."
    ),
    "hu.rule_off": N_("%(figure)s is not played by the rules of this table."),
    "hu.catch_own_side": N_(
        "%(by)s and %(victim)s are on one side; there is no XXI-catch between partners."
    ),
    "hu.taken_without_tricks": N_("This side took no trick and cannot have these cards."),
    "hu.ultimo_without_tricks": N_("The side of %(by)s took no trick, so not the last one either."),
    "hu.trull_without_pagat": N_(
        "%(by)s won the last trick with the pagat, so the other side cannot have the trull."
    ),
    "hu.too_few_points": N_(
        "These cards are worth %(lowest)s points; this side has at most %(points)s."
    ),
    "hu.discards_too_rich": N_(
        "The side without a trick would hold %(points)s points;"
        " its discards carry at most %(highest)s."
    ),
    "hu.tarokks_twice": N_("%(player)s is entered already."),
    "hu.talon_off": N_("By the rules of this table honours from the talon are not paid for."),
    "hu.talon_needs_five": N_("Honours from the talon are paid for only when a dealer sits out."),
    "hu.facan_twice": N_("This card was played to the first trick by somebody else already."),
    "hu.talon_twice": N_("%(card)s was drawn by somebody else already."),
    "hu.concede_off": N_("By the rules of this table a three is not conceded but played."),
    "hu.too_many_rounds": N_("More than %(highest)s doubled rounds at once are not kept."),
    "hu.trial_pot_without_pot": N_(
        "A trial three can pay into the ultimo pot only when void hands do so too."
    ),
}

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        **_GAME,
        **_FIGURES,
        **_BESIDE,
        **_UNPLAYED,
        **_REFUSED,
        **FIGURE_SENTENCES,
        **AUCTION_SENTENCES,
        **CONTRADICTION_SENTENCES,
        **GUIDE_SENTENCES,
    }
)

TERMS: Mapping[str, str] = MappingProxyType(
    {
        **GUIDE_TERMS,
        "bid.three": N_("Three"),
        "bid.two": N_("Two"),
        "bid.one": N_("One"),
        "bid.solo": N_("Solo"),
        "fig.game": N_("Game"),
        "fig.double": N_("Double game"),
        "fig.volat": N_("Volát"),
        "fig.trull": N_("Trull"),
        "fig.four_kings": N_("Four kings"),
        "fig.pagat_ultimo": N_("Pagát ultimó"),
        "fig.xxi_catch": N_("XXI-catch"),
        "fig.eight": N_("Eight tarokks"),
        "fig.nine": N_("Nine tarokks"),
        "rank.queen": N_("Queen"),
        "rank.rider": N_("Rider"),
        "rank.jack": N_("Jack"),
        "rank.ten": N_("Ten"),
        "band.no_tricks": N_("No trick at all"),
        "band.double_lost": N_("0 to 23 points: double game for the opponents"),
        "band.lost": N_("24 to 47 points: lost"),
        "band.won": N_("48 to 70 points: won"),
        "band.double_won": N_("71 points or more: double game"),
        "band.all_tricks": N_("All nine tricks"),
        "annul.four_kings": NC_("holding", "Four kings"),
        "annul.no_tarokk": N_("No tarokk"),
        "annul.lone_xxi": N_("XXI as only tarokk"),
        "annul.lone_pagat": N_("Pagát as only tarokk"),
        "annul.xxi_pagat": N_("XXI and pagát only"),
    }
)
