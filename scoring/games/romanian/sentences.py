"""The English sentences and terms of Romanian tarok and Taper."""

from __future__ import annotations

from types import MappingProxyType

from scoring.core.translation_marks import N_
from scoring.games.romanian.guide_words import GUIDE_SENTENCES, GUIDE_TERMS

SENTENCES = MappingProxyType(
    {
        **GUIDE_SENTENCES,
        # pool
        "ro.pool_foundation": N_("The pool is empty: every player puts in 1."),
        "ro.dealer_pays": N_("%(dealer)s deals and puts 1 into the pool."),
        "ro.pool_won": N_(
            "Pagat ultimo, announced and made: the declarer's side takes the pool, %(amount)s."
        ),
        "ro.pool_lost": N_(
            "Pagat ultimo, announced and failed: the declarer's side pays as much as the pool "
            "holds, %(amount)s, into it."
        ),
        "ro.pool_taken_kontra_declarer": N_(
            "Pagat ultimo, announced, %(step)s, and made: "
            "the declarer's side takes the pool, %(amount)s."
        ),
        "ro.pool_taken_kontra_opponents": N_(
            "Pagat ultimo, announced, %(step)s, and failed: "
            "the opponents take the pool, %(amount)s."
        ),
        "ro.pool_refilled_declarer": N_(
            "%(step)s to the pagat ultimo: the declarer's side fills the pool with %(sum)s."
        ),
        "ro.pool_refilled_opponents": N_(
            "%(step)s to the pagat ultimo: the opponents fill the pool with %(sum)s."
        ),
        # hands without a game
        "ro.michi": N_(
            "Michi-michi: each trick taken costs %(rate)s to the pool; a radler follows."
        ),
        "ro.passed_out": N_(
            "Everybody passed: nothing is scored, and %(hands)s more hands count double."
        ),
        "ro.abandoned": N_(
            "A hand without tarok and king was thrown in: nothing is scored and the deal passes."
        ),
        "ro.hep_hep": N_("Hep-hep, the payments cancel out: %(hands)s more hands count double."),
        "ro.surrender": N_(
            "%(declarer)s found the called king in the talon and gave up %(contract)s at "
            "level %(level)s: %(sum)s to each opponent."
        ),
        "ro.surrender_no_honour": N_(
            "%(declarer)s held none of skiz, luna and pagat: %(sum)s more to each opponent."
        ),
        # the game
        "ro.game_won": N_(
            "%(contract)s won with %(points)s card points: %(sum)s from each opponent."
        ),
        "ro.game_won_kontra": N_(
            "%(contract)s at level %(level)s, %(step)s, won with %(points)s card points: %(sum)s "
            "from each opponent."
        ),
        "ro.game_lost": N_(
            "%(contract)s at level %(level)s lost with %(points)s card points: %(sum)s to each "
            "opponent."
        ),
        "ro.game_lost_kontra": N_(
            "%(contract)s at level %(level)s, %(step)s, lost with %(points)s card points: %(sum)s "
            "to each opponent."
        ),
        "ro.solo_won": N_("Solo won with %(points)s card points: %(sum)s from each opponent."),
        "ro.solo_won_kontra": N_(
            "Solo, %(step)s, won with %(points)s card points: %(sum)s from each opponent."
        ),
        "ro.solo_lost": N_("Solo lost with %(points)s card points: %(sum)s to each opponent."),
        "ro.solo_lost_kontra": N_(
            "Solo, %(step)s, lost with %(points)s card points: %(sum)s to each opponent."
        ),
        # a revoke
        "ro.revoke_nobody_pays": N_(
            "%(player)s revoked: the side of %(player)s cannot win, and nobody pays."
        ),
        "ro.revoke_even": N_("%(player)s revoked; the hand came out even, and nobody pays."),
        "ro.revoke_pays": N_("%(player)s revoked and pays for the partners as well: %(amount)s."),
        "ro.revoke_alone": N_("%(player)s revoked and pays alone as it is."),
        # figures
        "ro.announced_made_declarer": N_(
            "%(figure)s, announced by %(by)s and made: %(sum)s from each opponent."
        ),
        "ro.announced_made_declarer_kontra": N_(
            "%(figure)s, announced by %(by)s, %(step)s, and made: %(sum)s from each opponent."
        ),
        "ro.announced_failed_declarer": N_(
            "%(figure)s, announced by %(by)s and failed: %(sum)s to each opponent."
        ),
        "ro.announced_failed_declarer_kontra": N_(
            "%(figure)s, announced by %(by)s, %(step)s, and failed: %(sum)s to each opponent."
        ),
        "ro.announced_made_opponents": N_(
            "%(figure)s, announced by %(by)s for the opponents and made: %(sum)s to each opponent."
        ),
        "ro.announced_made_opponents_kontra": N_(
            "%(figure)s, announced by %(by)s for the opponents, %(step)s, and made: %(sum)s to each"
            " opponent."
        ),
        "ro.announced_failed_opponents": N_(
            "%(figure)s, announced by %(by)s for the opponents and failed: %(sum)s from each "
            "opponent."
        ),
        "ro.announced_failed_opponents_kontra": N_(
            "%(figure)s, announced by %(by)s for the opponents, %(step)s, and failed: %(sum)s from "
            "each opponent."
        ),
        "ro.silent_made_declarer": N_("%(figure)s, silent: %(sum)s from each opponent."),
        "ro.silent_made_opponents": N_(
            "%(figure)s of the opponents, silent: %(sum)s to each opponent."
        ),
        "ro.silent_failed_declarer": N_("%(figure)s, silent, failed: %(sum)s to each opponent."),
        "ro.silent_failed_opponents": N_(
            "%(figure)s of the opponents, silent, failed: %(sum)s from each opponent."
        ),
        "ro.king_captured": N_("The opponents captured the called king: %(sum)s to each opponent."),
        "ro.king_abandoned": N_("The called king was left in the talon: %(sum)s to each opponent."),
        "ro.valat_announced_declarer": N_(
            "All tricks, announced by %(by)s, count instead of the game: %(sum)s from each "
            "opponent."
        ),
        "ro.valat_announced_declarer_kontra": N_(
            "All tricks, announced by %(by)s, %(step)s, count instead of the game: %(sum)s from "
            "each opponent."
        ),
        "ro.valat_announced_opponents": N_(
            "All tricks to the opponents, announced by %(by)s, count instead of the game: %(sum)s "
            "to each opponent."
        ),
        "ro.valat_announced_opponents_kontra": N_(
            "All tricks to the opponents, announced by %(by)s, %(step)s, count instead of the game:"
            " %(sum)s to each opponent."
        ),
        "ro.valat_silent_declarer": N_(
            "All tricks count instead of the game: %(sum)s from each opponent."
        ),
        "ro.valat_silent_opponents": N_(
            "All tricks to the opponents count instead of the game: %(sum)s to each opponent."
        ),
        "ro.taroace_declarer": N_(
            "%(count)s taroace declared by %(player)s: %(sum)s from each opponent."
        ),
        "ro.taroace_opponents": N_(
            "%(count)s taroace declared by %(player)s, an opponent: %(sum)s to each opponent."
        ),
        # faults
        "ro.pool_needed": N_(
            "Without a pool michi-michi has nothing to pay to: choose the radler for passed hands."
        ),
        "ro.michi_not_played": N_(
            "These house rules have no michi-michi: a passed hand is thrown in."
        ),
        "ro.michi_is_played": N_("Under these house rules a passed hand is played as michi-michi."),
        "ro.unu_not_played": N_("The contract unu is not offered under these house rules."),
        "ro.tricks_wrong": N_(
            "The tricks taken add up to %(taken)s and must add up to %(needed)s."
        ),
        "ro.partner_is_declarer": N_("%(player)s is the declarer and cannot be the partner too."),
        "ro.pagat_not_declarer": N_("Only the declarer may announce pagat ultimo, not %(player)s."),
        "ro.rege_not_holder": N_(
            "Only the holder of the called king, on the declarer's side, may announce rege ultimo, "
            "not %(player)s."
        ),
        "ro.rege_partner_holds": N_(
            "The called king is with %(partner)s; the declarer cannot announce rege ultimo."
        ),
        "ro.abandoned_solo": N_("In solo no cards are taken from the talon, so none are left."),
        "ro.abandoned_partner": N_(
            "%(partner)s holds the called king; it was not left in the talon."
        ),
        "ro.surrender_solo": N_("In solo the talon stays hidden, so nobody gives up for it."),
        "ro.no_called_king": N_("There is no rege ultimo without a called king."),
        "ro.announced_twice": N_("This side has announced this figure already."),
        "ro.too_few_with_all_tricks": N_(
            "With all tricks the declarer's side has at least %(lowest)s card points; the talon "
            "holds no more."
        ),
        "ro.too_many_without_tricks": N_(
            "Without a trick the declarer's side has at most %(highest)s card points in its "
            "discards."
        ),
        "ro.points_below_trula": N_(
            "Skiz, luna and pagat alone are worth %(lowest)s; this side has %(points)s."
        ),
        "ro.points_below_kings": N_(
            "All kings alone are worth %(lowest)s; this side has %(points)s."
        ),
        "ro.points_below_both": N_(
            "The trula and all kings are worth %(lowest)s; this side has %(points)s."
        ),
        "ro.luna_own_side": N_(
            "%(by)s and %(victim)s are on one side; the luna is caught from the other."
        ),
        "ro.pagat_and_trula": N_(
            "%(by)s won the last trick with the pagat, so the other side has no trula."
        ),
        "ro.nothing_without_tricks": N_(
            "All tricks went to the other side; a side without a trick cannot have this."
        ),
        "ro.trei_not_played": N_("The contract trei is not offered under these house rules."),
        # facts that exclude each other
        "ro.exclude_card": N_(
            "%(what)s and %(other)s exclude each other: one card cannot lie with both sides "
            "(%(card)s)."
        ),
        "ro.exclude_talon": N_(
            "%(what)s and %(other)s exclude each other: what was left in the talon was in no trick "
            "(%(card)s)."
        ),
        "ro.exclude_two_cards": N_(
            "%(what)s and %(other)s exclude each other: %(player)s played only one card to the "
            "last trick."
        ),
        "ro.exclude_last": N_(
            "%(what)s and %(other)s exclude each other: nobody can have won such a last trick."
        ),
        "ro.exclude_points": N_(
            "All %(points)s card points with one side, and no word that it took all tricks, "
            "exclude each other: say who took all tricks."
        ),
        "ro.exclude_worth": N_(
            "%(what)s and the card points exclude each other: the honours and kings of this side "
            "are worth %(lowest)s, and it has %(points)s."
        ),
        "ro.king_fell": N_(
            "%(what)s, failed: the called king fell in the last trick, so this must be recorded "
            "too: %(other)s."
        ),
        "ro.taroace_twice": N_("%(player)s has declared taroace already."),
        "ro.taroace_elsewhere": N_(
            "The taroace declared and those that others played are %(count)s together; there "
            "are only %(highest)s."
        ),
        "ro.too_many_taroace": N_(
            "These declarations hold %(count)s taroace together; there are only %(highest)s."
        ),
    }
)

TERMS = MappingProxyType(
    {
        **GUIDE_TERMS,
        "ro.card.skiz": N_("Skíz"),
        "ro.card.luna": N_("Luna"),
        "ro.card.pagat": N_("Pagát"),
        "ro.card.called_king": N_("the called king"),
        "ro.card.king_2": N_("a king"),
        "ro.card.king_3": N_("a king"),
        "ro.card.king_4": N_("a king"),
        "contract.trei": N_("Trei"),
        "contract.doi": N_("Doi"),
        "contract.unu": N_("Unu"),
        "contract.solo": N_("Solo"),
        "fig.game": N_("Game"),
        "fig.taroace": N_("Taroace declared"),
        "fig.trull": N_("Trull"),
        "fig.four_kings": N_("Four kings"),
        "fig.xxi_catch": N_("XXI-catch"),
        "fig.pagat_ultimo": N_("Pagát ultimó"),
        "fig.king_ultimo": N_("King ultimó"),
        "fig.king_captured": N_("King captured"),
        "fig.abandoned_king": N_("King abandoned in the talon"),
        "fig.volat": N_("Volát"),
        "kontra.ro.1": N_("Contra"),
        "kontra.ro.2": N_("Recontra"),
        "kontra.ro.3": N_("Supra"),
        "kontra.ro.4": N_("Hirș"),
        "kontra.ro.5": N_("Mord"),
    }
)
