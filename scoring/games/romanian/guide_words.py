"""The English wording of the rules of a Romanian or Taper table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from scoring.core.translation_marks import N_
from scoring.games.romanian.rules import POOL_MEANING, TREI_MEANING, UNU_MEANING

_FIGURES: Mapping[str, str] = {
    "ro.rule.is_trula": N_("Skiz, luna and pagat are all in the tricks of one side."),
    "ro.rule.is_toti_regii": N_("All four kings are in the tricks of one side."),
    "ro.rule.is_luna_prinsa": N_("The luna is caught from the other side."),
    "ro.rule.is_pagat_ultimo": N_("The pagat wins the last trick."),
    "ro.rule.is_rege_ultimo": N_(
        "The called king is in the last trick, and the declarer's side takes that trick."
    ),
    "ro.rule.is_king_captured": N_("The opponents capture the called king."),
    "ro.rule.is_king_abandoned": N_("The called king lay in the talon and was not taken along."),
    "ro.rule.is_valat": N_("One side takes all tricks."),
    "ro.rule.worth_solo": N_("In solo, silent: %(silent)s; announced: %(announced)s."),
    "ro.rule.worth_captured": N_("%(value)s to the opponents; in solo %(solo)s."),
    "ro.rule.worth_abandoned": N_("%(value)s to each opponent, instead of the captured king."),
    "ro.rule.fails_silently": N_("Tried silently and failed, it costs its silent value."),
    "ro.rule.instead": N_(
        "Made, by either side, it counts instead of the game, also of a game with kontra. Trull and"
        " kings count beside it only as far as their cards are in the tricks."
    ),
}

_BETWEEN: Mapping[str, str] = {
    "ro.rule.taroace": N_("%(count)s taroace: %(value)s."),
    "ro.rule.duty_taroace": N_(
        "Who announces pagat ultimo, or says contra to it, must declare %(count)s taroace or more."
    ),
    "ro.rule.duty_equal": N_(
        "Nobody declares as many taroace as a player who is known to be a partner has declared, or"
        " fewer."
    ),
    "ro.rule.highest": N_(
        "The highest declaration of each side counts, as a part of what the sides pay each other."
    ),
    "rule.pool.yes": POOL_MEANING,
    "rule.pool.no": N_("There is no pool."),
    "ro.rule.pool_founded": N_("At the start, and whenever it is empty, every player puts in 1."),
    "ro.rule.pool_dealer": N_("The dealer puts in 1 more for every deal."),
    "ro.rule.pool_won": N_(
        "An announced pagat ultimo that is made takes the pool for the declarer's side."
    ),
    "ro.rule.pool_failed": N_(
        "An announced pagat ultimo that fails costs the declarer's side as much as the pool holds."
    ),
    "ro.rule.pool_kontra": N_(
        "After kontra the side that is right takes the pool, and the other fills it with as much,"
        " times the kontra."
    ),
    "ro.rule.revoke": N_(
        "The side of a player who broke a rule of following cannot win: what it would gain nobody"
        " pays, and what it loses the offender pays for the partner too. The same holds of the"
        " pool."
    ),
    "ro.rule.pool_plain": N_("A side splits it; payments of the pool are never doubled."),
    "rule.all_pass.michi": N_(
        "When everybody passes, michi-michi is played: 1 into the pool for each trick taken, 2"
        " during a radler. Then the next %(hands)s hands count double."
    ),
    "rule.all_pass.radler": N_(
        "When everybody passes, the cards are thrown in, the deal passes, and %(hands)s more hands"
        " count double."
    ),
    "ro.rule.radler": N_(
        "A hand of a radler counts double, everything but the pool; hands that are thrown in use"
        " up none of it."
    ),
    "ro.rule.thrown_in": N_(
        "A hand without tarok and king may be thrown in: nothing is scored and the deal passes."
    ),
    "rule.hep_hep.yes": N_(
        "After a hand whose payments but for the pool cancel out, %(hands)s more hands count"
        " double."
    ),
    "rule.hep_hep.no": N_("A hand whose payments cancel out doubles nothing."),
    "ro.rule.surrender": N_(
        "Who finds the called king in the talon may give up: the lost game at the level reached is"
        " paid to each of the three."
    ),
    "ro.rule.no_honour": N_("Holding none of skiz, luna and pagat costs %(value)s more to each."),
}

_REFUSED: Mapping[str, str] = {
    "ro.rule.refused_points": N_(
        "Card points outside 0 to %(points)s, or fewer than the trull and the kings of that side"
        " are worth."
    ),
    "ro.rule.refused_tricks": N_(
        "All tricks to one side while the other has trull, kings, a made ultimo, or more points"
        " than it can hold without a trick."
    ),
    "ro.rule.refused_announced": N_(
        "A figure announced twice by one side, or a luna caught by its own side."
    ),
    "ro.rule.refused_king": N_(
        "A rege ultimo without a called king, or tricks of a michi-michi that do not add up to"
        " %(tricks)s."
    ),
    "ro.rule.refused_facts": N_(
        "Two facts that one course of tricks cannot have given: all points without all tricks, a"
        " card on both sides, or a last trick that nobody can have won."
    ),
    "ro.rule.refused_where": N_(
        "A rege ultimo announced by a declarer with a partner, or a king left in the talon in solo"
        " or with a partner, or a surrender in solo."
    ),
}

GUIDE_SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        **_FIGURES,
        **_BETWEEN,
        **_REFUSED,
        "ro.rule.table": N_("%(count)s play for %(points)s card points in %(tricks)s tricks."),
        "ro.rule.contract": N_("%(contract)s: the game is worth %(value)s, won or lost."),
        "ro.rule.contract_levels": N_(
            "%(contract)s: the game is worth %(value)s; it is played at a level from 1 to"
            " %(levels)s."
        ),
        "rule.unu.yes": UNU_MEANING,
        "rule.trei.yes": TREI_MEANING,
        "rule.trei.no": N_("The contract trei is not played at this table."),
        "rule.unu.no": N_("The contract unu is not played at this table."),
        "ro.rule.partner": N_(
            "The holder of the called king is the partner. If it is the declarer's own or lies in"
            " the talon, the declarer plays alone against three."
        ),
        "ro.rule.pay": N_(
            "Two against two, each loser pays one winner. A lone declarer settles the same amount"
            " with each of the three."
        ),
        "ro.rule.alone": N_(
            "The declarer plays alone and settles the same amount with each of the two opponents."
        ),
        "ro.rule.won": N_(
            "The declarer's side wins the game with %(points)s card points and gets its value."
        ),
        "ro.rule.lost": N_("A lost game costs its value times the level."),
        "ro.rule.kontra_level": N_("After kontra to the game the level multiplies a won game too."),
        "ro.rule.who_declarer": N_("Only the declarer may announce pagat ultimo."),
        "ro.rule.who_holder": N_("Only the holder of the called king may announce rege ultimo."),
    }
)

GUIDE_TERMS: Mapping[str, str] = MappingProxyType(
    {
        "topic.radler": N_("Passed and doubled hands"),
        "topic.surrender": N_("Surrender"),
        "topic.revoke": N_("A revoke"),
    }
)
