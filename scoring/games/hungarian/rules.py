"""The house rules of Hungarian tarokk: each option with its default, meaning and source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.core.options import (
    BY_BID,
    CHOICE,
    FLAG,
    OWN,
    PAIR,
    SUBSET,
    WHOLE,
    allow_old_words,
    define_option,
)
from scoring.core.own_figures import OwnFigure
from scoring.core.problem import Problem
from scoring.core.translation_marks import N_
from scoring.games.hungarian.tables import BIDS, COMMON, HIGHEST_KONTRA, HOLDINGS

_TABLE = "RULEBOOK 1, table of figures"
_OPTIONS = "RULEBOOK 1, Rule options"
# Choices of `trial_three` that pay into the ultimo pot.
TO_POT = ("pot", "pot_flat")


@dataclass(frozen=True, slots=True)
class HungarianRules:
    """The house rules of a Paskievics session, which the other Hungarian games extend.

    Source: scoring/RULEBOOK.md, section 1.
    """

    trull: tuple[int, int] = define_option(
        PAIR, COMMON["trull"].default, N_("Points for the trull, silent and announced."), _TABLE
    )
    four_kings: tuple[int, int] = define_option(
        PAIR,
        COMMON["four_kings"].default,
        N_("Points for four kings, silent and announced; newer books give 2 and 4."),
        _TABLE,
    )
    pagat_ultimo: tuple[int, int] = define_option(
        PAIR,
        COMMON["pagat_ultimo"].default,
        N_("Points for the pagat ultimo, silent and announced; newer books give 6 and 12."),
        _TABLE,
    )
    xxi_catch: tuple[int, int] = define_option(
        PAIR,
        COMMON["xxi_catch"].default,
        N_("Points for catching the XXI, silent and announced; newer books give more."),
        _TABLE,
    )
    double: tuple[int, int] = define_option(
        PAIR,
        COMMON["double"].default,
        N_("How many times the game a double game counts, silent and announced."),
        _TABLE,
    )
    volat: tuple[int, int] = define_option(
        PAIR,
        COMMON["volat"].default,
        N_("How many times the game a volat counts, silent and announced."),
        _TABLE,
    )
    volat_fixed: Mapping[str, tuple[int, int]] | None = define_option(
        BY_BID,
        None,
        N_("Fixed points for a volat by bid, silent and announced, instead of times the game."),
        f"{_OPTIONS}; S3, Variations",
        tuple(BIDS),
    )
    silent_trull_with_volat: bool = define_option(
        FLAG, False, N_("A silent trull counts beside a volat."), f"{_OPTIONS}; S0, Variations"
    )
    silent_four_kings_with_double: bool = define_option(
        FLAG,
        True,
        N_("Silent four kings count beside a silent double game."),
        f"{_OPTIONS}; S4",
    )
    game_beside_silent_double: bool = define_option(
        FLAG, False, N_("The plain game counts as well as a silent double game."), _OPTIONS
    )
    game_beside_silent_volat: bool = define_option(
        FLAG, False, N_("The plain game counts as well as a silent volat."), _OPTIONS
    )
    kontra_covers_silent: bool = define_option(
        FLAG,
        False,
        N_("Kontra to the game also multiplies a silent double game or volat."),
        f"{_OPTIONS} [R]",
    )
    silent_needs_kontra: bool = define_option(
        FLAG,
        False,
        N_("The opponents score a silent double game or volat only after kontra to the game."),
        f"{_OPTIONS} [R]",
    )
    opponents_need_48_after_kontra: bool = define_option(
        FLAG,
        False,
        N_("After kontra to the game, 47 points each is won by the declarer's side."),
        _OPTIONS,
    )
    max_kontra: int = define_option(
        WHOLE,
        HIGHEST_KONTRA,
        N_("The highest kontra allowed: 1 kontra, 2 rekontra, up to 5 mordkontra."),
        _OPTIONS,
        (0, HIGHEST_KONTRA),
    )
    tarokk_counts: str = define_option(
        CHOICE,
        "each",
        N_("Eight or nine declared tarokks are paid by each player, or are a bonus of the pair."),
        f"{_OPTIONS} [R]",
        ("each", "pair"),
    )
    void_hands: str = define_option(
        CHOICE,
        "overlap",
        N_(
            "After a void hand a doubled round begins: overlapping, queued, counted anew, or"
            " quadrupled; or no round at all, or everyone pays into the ultimo pot."
        ),
        f"{_OPTIONS}; S0, Variations; S4",
        ("overlap", "extend", "reset", "quadruple", "none", "pot"),
    )
    void_redeal: str = define_option(
        CHOICE,
        "same",
        N_("After a void hand the same player deals again, or the next one."),
        f"{_OPTIONS}; S0, Variations",
        ("same", "next"),
    )
    trial_three: str = allow_old_words(
        define_option(
            CHOICE,
            "bid_value",
            N_(
                "What a failed trial three pays: the bid, twice the bid or 3 to each, nothing, or"
                " the ultimo pot."
            ),
            f"{_OPTIONS}; S4",
            ("bid_value", "two_each", "three_each", "none", "pot"),
        ),
        *("two_flat", "pot_flat"),
    )
    dealer_shares: bool = define_option(
        FLAG,
        False,
        N_("With five players the dealer who sits out wins and loses with the opponents."),
        f"{_OPTIONS}; S0, Variations",
    )
    talon_honours_to_dealer: bool = define_option(
        FLAG,
        False,
        N_("With five players, who draws an honour from the talon pays the dealer 3, 2 or 1."),
        f"{_OPTIONS}; S0, Variations",
    )
    discarded_partner_skart: str = define_option(
        CHOICE,
        "opponents",
        N_("Whose the discards are when the called card was discarded: declarer or opponents."),
        f"{_OPTIONS}; S0; S4",
        ("opponents", "declarer"),
    )
    annul: tuple[str, ...] = define_option(
        SUBSET,
        tuple(HOLDINGS),
        N_("The holdings that allow a player to annul the hand."),
        f"{_OPTIONS} [R]; S4",
        tuple(HOLDINGS),
    )
    annul_after_discard: bool = define_option(
        FLAG,
        False,
        N_("Whoever discarded a tarokk may annul the hand as well."),
        f"{_OPTIONS}; S0, Variations",
    )
    raise_lone_three: bool = define_option(
        FLAG,
        False,
        N_("After a three and three passes the declarer may play a two or a one instead."),
        f"{_OPTIONS}; S0",
    )
    opponents_bonus_needs_kontra: bool = define_option(
        FLAG,
        False,
        N_("The opponents announce a bonus only after kontra to the game."),
        f"{_OPTIONS}; S4",
    )
    double_and_volat_by_one: bool = define_option(
        FLAG,
        True,
        N_("One player may announce both double game and volat."),
        f"{_OPTIONS}; S0; S4",
    )
    xx_discard: bool = define_option(
        FLAG, True, N_("The XX may be discarded."), f"{_OPTIONS}; S0, Variations; S4"
    )
    own_figures: tuple[OwnFigure, ...] = define_option(
        OWN,
        (),
        N_("Figures of the club itself, each with its points, silent and announced."),
        _OPTIONS,
    )
    concede_trull_three: bool = define_option(
        FLAG,
        False,
        N_("A three with only the declarer's trull announced is not played: opponents pay 3."),
        f"{_OPTIONS}; S4",
    )
    hold_rule: str = define_option(
        CHOICE,
        "new",
        N_("Who may hold a bid: anyone who has bid before (new), or earlier speakers only (old)."),
        "RULEBOOK 1, Auction; S0, Variations",
        ("new", "old"),
    )
    solo_jump: str = define_option(
        CHOICE,
        "xix",
        N_("A jump over one bid to solo shows the XIX, or like every jump to solo the XVIII."),
        "RULEBOOK 1, Auction; S4",
        ("xix", "xviii"),
    )
    hold_jump: str = define_option(
        CHOICE,
        "xix",
        N_("A jump that skips a possible hold counts the hold as a bid, or shows the XVIII."),
        "RULEBOOK 1, Auction; S4",
        ("xix", "xviii"),
    )
    invite_after_hold: bool = define_option(
        FLAG,
        True,
        N_("A jump shows a tarokk also after somebody held."),
        "RULEBOOK 1, Auction; S4",
    )
    pais_xvii: bool = define_option(
        FLAG,
        False,
        N_("The lowest bid first and a single jump on the second turn shows the XVII."),
        "RULEBOOK 1, Auction; S0, Variations",
    )


def check_rules(rules: HungarianRules) -> list[Problem]:
    """Return the contradictions between options, whether chosen singly or by a preset.

    Source: scoring/RULEBOOK.md, section 1, "Ultimo pot".
    """
    if rules.trial_three in TO_POT and rules.void_hands != "pot":
        return [Problem("hu.trial_pot_without_pot", "rules.trial_three")]
    return []


def list_pots(rules: HungarianRules) -> tuple[str, ...]:
    """Return the names of the pots: the ultimo pot, if void hands pay into it.

    Source: scoring/RULEBOOK.md, section 1, "Ultimo pot".
    """
    return ("ultimo",) if rules.void_hands == "pot" else ()
