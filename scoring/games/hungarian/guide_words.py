"""The English wording of the rules of a Hungarian table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.guide import build_flag_sentences
from scoring.core.translation_marks import N_
from scoring.games.hungarian.rules import HungarianRules

_PLAY: Mapping[str, str] = {
    "hu.rule.table": N_(
        "Four play for %(points)s card points in nine tricks; of five at the table the dealer sits"
        " out. The player after the dealer speaks and leads first."
    ),
    "hu.rule.bid": N_("%(bid)s: the game is worth %(value)s."),
    "hu.rule.partner": N_(
        "The declarer calls a tarokk, and its holder is the partner. If the declarer holds the"
        " called card or it was discarded, the declarer plays alone against three."
    ),
    "hu.rule.pay": N_(
        "Two against two, each loser pays one winner. A lone declarer settles the same amount with"
        " each of the three."
    ),
    "rule.discarded_partner_skart.declarer": N_(
        "If the called card was discarded, the discards count for the declarer."
    ),
    "rule.discarded_partner_skart.opponents": N_(
        "If the called card was discarded, the discards count for the opponents."
    ),
    "rule.dealer_shares.no": N_("With five players the dealer who sits out takes no part."),
    "rule.talon_honours_to_dealer.no": N_("Honours drawn from the talon cost nothing."),
    "hu.rule.talon": N_("%(card)s from the talon: %(value)s, and twice as much if paid late."),
    "hu.rule.held_once": N_("A bid is held only once."),
    "hu.rule.cue_once": N_(
        "There is one cue bid in an auction, and none in fourth place after three passes nor by an"
        " opening solo."
    ),
    "hu.rule.auction": N_(
        "Each bid is higher than the last, or holds it; a pass is final. A hold equals the last"
        " bid, by somebody who has bid before."
    ),
    "hu.rule.cue": N_(
        "A jump over one possible bid shows the XIX, over two the XVIII. Whoever then becomes"
        " declarer in place of the player who jumped must call that card."
    ),
    "hu.rule.yielded": N_(
        "Yielded game: a three, a two by another player, both others pass and the first bidder"
        " passes; the declarer must call the XX."
    ),
    "rule.hold_rule.new": N_("A bid may be held by anyone who has bid before."),
    "rule.hold_rule.old": N_("A bid may be held only by players who spoke earlier."),
    "rule.solo_jump.xix": N_("A jump over one bid to solo shows the XIX."),
    "rule.solo_jump.xviii": N_("Every jump to solo shows the XVIII."),
    "rule.hold_jump.xix": N_("A possible hold that a jump skips counts like a bid."),
    "rule.hold_jump.xviii": N_("A jump that skips a possible hold shows the XVIII."),
    "rule.invite_after_hold.no": N_("Once somebody held, a jump shows nothing."),
    "rule.raise_lone_three.no": N_(
        "After a three and three passes the declarer plays the three and nothing higher."
    ),
    "rule.xx_discard.no": N_("The XX may not be discarded."),
    "rule.pais_xvii.no": N_("No bid shows the XVII."),
}

_FIGURES: Mapping[str, str] = {
    "hu.rule.no_own": N_("The club has no figures of its own."),
    "hu.rule.own": N_("%(own)s: silent %(silent)s, announced %(announced)s."),
    "hu.rule.own_announced": N_("%(own)s: only announced, %(announced)s."),
    "hu.rule.own_silent": N_("%(own)s: only silent, %(silent)s."),
    "hu.rule.own_nothing": N_("%(own)s: without points so far."),
    "hu.rule.is_own": N_(
        "Figures of the club itself are paid, said kontra to and counted like trull; all tricks do"
        " not imply them."
    ),
    "hu.rule.is_game": N_(
        "The declarer's side wins the game with %(points)s of the %(total)s card points; else the"
        " opponents win it. Kontra'd, it always pays its value times the kontra."
    ),
    "hu.rule.game_beside": N_(
        "Without kontra it pays its value, but not when its winner announced double game or volat."
    ),
    "rule.game_beside_silent_double.no": N_(
        "The plain game without kontra does not count beside a silent double game."
    ),
    "rule.game_beside_silent_volat.no": N_(
        "The plain game without kontra does not count beside a silent volat."
    ),
    "rule.opponents_need_48_after_kontra.no": N_(
        "47 points each is won by the opponents, also after kontra."
    ),
    "rule.no_kontra": N_("Kontra is not said at this table."),
    "hu.rule.after_volat": N_("It is not announced by a side that has announced volat."),
    "hu.rule.order": N_(
        "First each announced double game and volat is paid, then at most one silent double game"
        " or volat, then the game."
    ),
    "rule.opponents_bonus_needs_kontra.no": N_(
        "The opponents may announce also without kontra to the game."
    ),
    "rule.double_and_volat_by_one.no": N_(
        "One player does not announce both double game and volat."
    ),
    "hu.rule.lone_silent": N_("A silent pagat ultimo counts only for a side that announced none."),
    "hu.rule.is_double": N_(
        "The side has %(points)s card points or more, the other %(rest)s or fewer."
    ),
    "hu.rule.is_volat": N_("The side takes all nine tricks."),
    "hu.rule.is_trull": N_("Skiz, XXI and pagat are all in the tricks of one side."),
    "hu.rule.is_four_kings": N_("All four kings are in the tricks of one side."),
    "hu.rule.is_pagat_ultimo": N_("The pagat wins the last trick."),
    "hu.rule.is_xxi_catch": N_("The skiz takes the XXI of an opponent."),
    "rule.worth_times": N_(
        "Silent: %(silent)s times the value of the game; announced: %(announced)s times."
    ),
    "hu.rule.fails_silently": N_(
        "Played to the last trick without winning it, even if the partner wins it, the card costs"
        " its silent value: %(silent)s."
    ),
    "hu.rule.ultimo_announced": N_(
        "An announced one that is beaten costs its announced value alone, not the silent one too."
    ),
    "hu.rule.hat": N_(
        "Whoever loses the XXI is the mayor and wears the hat until the next XXI is lost."
    ),
    "hu.rule.volat_holds": N_(
        "A side with all tricks has trull and four kings too, but they count only if announced."
    ),
    "hu.rule.volat_not_fixed": N_("The volat follows the value of the game, whatever the bid."),
    "hu.rule.volat_fixed": N_(
        "%(bid)s: silent %(silent)s, announced %(announced)s points, instead of times the game."
    ),
    "rule.kontra_covers_silent.no": N_(
        "Kontra to the game does not multiply a silent double game or volat."
    ),
    "rule.silent_needs_kontra.no": N_(
        "The opponents score a silent double game or volat also without kontra."
    ),
    "rule.silent_trull_with_volat.no": N_("A silent trull does not count beside a volat."),
    "rule.silent_four_kings_with_double.no": N_(
        "Silent four kings do not count beside a silent double game."
    ),
}

_BETWEEN: Mapping[str, str] = {
    "hu.rule.tarokks": N_("%(count)s tarokks: %(value)s."),
    "rule.tarokk_counts.each": N_(
        "Declared tarokks are paid by each of the other three, the partner too, whatever the"
        " result."
    ),
    "rule.tarokk_counts.pair": N_(
        "Declared tarokks are a bonus of the pair: won and lost together with its figures."
    ),
    "hu.rule.claimed": N_(
        "Tarokks claimed only afterwards are paid by the partners alone. Declaring is free, but"
        " not for a player who announced pagat ultimo or said kontra to one."
    ),
    "hu.rule.void": N_(
        "A hand that everybody passes, or that is annulled, has no score. Whatever counts double"
        " is doubled whole, declared tarokks too, but never payments of a pot."
    ),
    "rule.void_hands.overlap": N_(
        "Each void hand starts a doubled round of its own, as many hands as players; where rounds"
        " overlap they multiply: ×4, ×8."
    ),
    "rule.void_hands.extend": N_(
        "Each void hand adds a doubled round, as many hands as players; they queue up, and no hand"
        " counts more than double."
    ),
    "rule.void_hands.reset": N_(
        "A void hand starts a doubled round, as many hands as players; another one begins the"
        " count anew, and no hand counts more than double."
    ),
    "rule.void_hands.quadruple": N_(
        "A void hand starts a doubled round, as many hands as players; one in a doubled round"
        " starts a full round that counts ×4, and one in that starts it again."
    ),
    "rule.void_hands.none": N_("No hand counts double after a void one."),
    "rule.void_hands.pot": N_(
        "No hand counts double after a void one; everybody pays into the ultimo pot."
    ),
    "rule.void_redeal.same": N_("After a void hand the same player deals again."),
    "rule.void_redeal.next": N_("After a void hand the next player deals."),
    "hu.rule.holding": N_("This allows a player to annul the hand: %(kind)s."),
    "hu.rule.no_annul": N_("No holding allows a player to annul the hand."),
    "rule.annul_after_discard.no": N_(
        "Who discarded a tarokk can annul the hand only with four kings."
    ),
    "hu.rule.pot": N_(
        "For each void hand every player of the session, the dealer too, puts %(value)s into the"
        " pot; nobody refills it."
    ),
    "hu.rule.pot_won": N_(
        "An announced pagat ultimo that is made wins the pot for its side; a failed one doubles"
        " it. The side splits it, odd points to who announced."
    ),
    "hu.rule.pot_cap": N_("With %(players)s players at most %(most)s move at once."),
    "hu.rule.pot_plain": N_("Neither kontra nor a doubled round touches the pot."),
    "hu.rule.trial": N_(
        "A three in fourth place after three passes, without an honour and with none drawn, is"
        " lost without play; the deal passes."
    ),
    "rule.trial_three.bid_value": N_("The declarer pays each other player the value of the bid."),
    "rule.trial_three.two_each": N_(
        "The declarer pays each other player twice the value of the bid."
    ),
    "rule.trial_three.two_flat": N_("The declarer pays each other player 2."),
    "rule.trial_three.three_each": N_("The declarer pays each other player 3."),
    "rule.trial_three.none": N_("The declarer pays nothing for it."),
    "rule.trial_three.pot": N_(
        "The declarer alone puts %(value)s times the value of the bid, for each player at the"
        " table, into the ultimo pot."
    ),
    "rule.trial_three.pot_flat": N_(
        "The declarer alone puts %(value)s for each player at the table into the ultimo pot."
    ),
    "rule.concede_trull_three.no": N_(
        "A three with only the declarer's trull announced is played like any other."
    ),
}

_REFUSED: Mapping[str, str] = {
    "hu.rule.refused_points": N_(
        "Card points outside 0 to %(total)s, or fewer than the trull and the kings of that side"
        " are worth."
    ),
    "hu.rule.refused_tricks": N_(
        "All tricks to one side while the other has trull, kings, a made ultimo, or more points"
        " than its discards can carry."
    ),
    "hu.rule.refused_partner": N_(
        "A partner who is the declarer, sits out or is not at the table."
    ),
    "hu.rule.refused_twice": N_(
        "A figure announced twice by one side, one that is not played here, or a kontra above the"
        " highest allowed."
    ),
    "hu.rule.refused_tarokks": N_("Declared and claimed tarokks of more than 22 together."),
    "hu.rule.refused_trial": N_("A trial three by another than the last to speak."),
    "hu.rule.refused_catch": N_(
        "An XXI caught by its own side, or the trull of one side beside a pagat ultimo of the"
        " other."
    ),
}

_UNCHECKED: Mapping[str, str] = {
    "hu.rule.honour": N_("An honour, skiz, XXI or pagat, is needed to bid."),
    "hu.rule.pagat_alone": N_(
        "After a cue bid or yielding with the pagat as the only honour, pagat ultimo must be"
        " announced."
    ),
    "hu.rule.official_kontra": N_(
        "Whoever discarded the called tarokk must say kontra to the game."
    ),
    "hu.rule.called_which": N_(
        "The XX is called. A declarer who holds it may call the highest tarokk below it that is not"
        " in that hand, or the XX itself and play alone. Where another player has discarded a"
        " tarokk, any tarokk but an honour may be called."
    ),
    "hu.rule.called_discard": N_("A declarer never calls a card from their own discards."),
    "hu.rule.trull_holder": N_("Only a player who holds the skiz or the XXI announces trull."),
    "hu.rule.count_exact": N_(
        "Eight tarokks are declared with exactly eight in hand, nine with nine."
    ),
    "hu.rule.count_alone": N_(
        "A count of tarokks says nothing of sides and may be declared alone; it prolongs the round,"
        " so that each of the three others speaks again."
    ),
    "hu.rule.partner_speaks": N_(
        "The declarer's partner announces a new figure only while the game has no kontra, or after"
        " a rekontra to it. The book does not know when a kontra was said, so it does not check"
        " this."
    ),
    "hu.rule.which_side": N_("With an announcement one says which side one is on."),
    "hu.rule.one_turn": N_("Double game and volat are not announced in one turn."),
    "hu.rule.notice": N_(
        "To end the session somebody says: the skiz deals, does not deal. Whoever is dealt the"
        " skiz in the next hand, or draws it, decides: play goes on until this player deals, and"
        " then for one complete round more."
    ),
    "hu.rule.notice_void": N_(
        "Hands that the same player deals again are not counted; of five the sitting dealer cannot"
        " be the skiz."
    ),
}

GUIDE_SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        **build_flag_sentences(HungarianRules),
        **_PLAY,
        **_FIGURES,
        **_BETWEEN,
        **_REFUSED,
        **_UNCHECKED,
    }
)

GUIDE_TERMS: Mapping[str, str] = MappingProxyType(
    {
        "topic.auction": N_("Bidding"),
        "topic.tarokks": N_("Tarokk count"),
        "topic.void": N_("Void hands"),
        "topic.trial": N_("Trial three"),
        "topic.own": N_("Figures of the club"),
        "topic.notice": N_("Notice to end the session"),
    }
)
