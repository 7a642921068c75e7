"""House rules of Paskievics: every option with its default, meaning and source, and the presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from scoring.core.options import BY_BID, CHOICE, FLAG, PAIR, WHOLE, option
from scoring.core.problem import Problem
from scoring.core.words import N_
from scoring.games.paskievics.tables import BIDS, FIGURES, HIGHEST_KONTRA

_TABLE = "RULEBOOK 1, table of figures"
_OPTIONS = "RULEBOOK 1, Rule options"


@dataclass(frozen=True, slots=True)
class PaskievicsRules:
    """The house rules of a Paskievics session. Source: scoring/RULEBOOK.md, section 1."""

    trull: tuple[int, int] = option(
        PAIR, FIGURES["trull"].default, N_("Points for the trull, silent and announced."), _TABLE
    )
    four_kings: tuple[int, int] = option(
        PAIR,
        FIGURES["four_kings"].default,
        N_("Points for four kings, silent and announced; newer books give 2 and 4."),
        _TABLE,
    )
    pagat_ultimo: tuple[int, int] = option(
        PAIR,
        FIGURES["pagat_ultimo"].default,
        N_("Points for the pagat ultimo, silent and announced; newer books give 6 and 12."),
        _TABLE,
    )
    xxi_catch: tuple[int, int] = option(
        PAIR,
        FIGURES["xxi_catch"].default,
        N_("Points for catching the XXI, silent and announced; newer books give more."),
        _TABLE,
    )
    double: tuple[int, int] = option(
        PAIR,
        FIGURES["double"].default,
        N_("How many times the game a double game counts, silent and announced."),
        _TABLE,
    )
    volat: tuple[int, int] = option(
        PAIR,
        FIGURES["volat"].default,
        N_("How many times the game a volat counts, silent and announced."),
        _TABLE,
    )
    volat_fixed: Mapping[str, tuple[int, int]] | None = option(
        BY_BID,
        None,
        N_("Fixed points for a volat by bid, silent and announced, instead of times the game."),
        f"{_OPTIONS}; S3, Variations",
        tuple(BIDS),
    )
    silent_trull_with_volat: bool = option(
        FLAG, False, N_("A silent trull counts beside a volat."), f"{_OPTIONS}; S0, Variations"
    )
    silent_four_kings_with_double: bool = option(
        FLAG,
        True,
        N_("Silent four kings count beside a silent double game."),
        f"{_OPTIONS}; S4",
    )
    game_beside_silent_double: bool = option(
        FLAG, False, N_("The plain game counts as well as a silent double game."), _OPTIONS
    )
    game_beside_silent_volat: bool = option(
        FLAG, False, N_("The plain game counts as well as a silent volat."), _OPTIONS
    )
    kontra_covers_silent: bool = option(
        FLAG,
        False,
        N_("Kontra to the game also multiplies a silent double game or volat."),
        f"{_OPTIONS} [R]",
    )
    silent_needs_kontra: bool = option(
        FLAG,
        False,
        N_("The opponents score a silent double game or volat only after kontra to the game."),
        f"{_OPTIONS} [R]",
    )
    opponents_need_48_after_kontra: bool = option(
        FLAG,
        False,
        N_("After kontra to the game, 47 points each is won by the declarer's side."),
        _OPTIONS,
    )
    max_kontra: int = option(
        WHOLE,
        HIGHEST_KONTRA,
        N_("The highest kontra allowed: 1 kontra, 2 rekontra, up to 5 mordkontra."),
        _OPTIONS,
        (0, HIGHEST_KONTRA),
    )
    tarokk_counts: str = option(
        CHOICE,
        "each",
        N_("Eight or nine declared tarokks are paid by each player, or are a bonus of the pair."),
        f"{_OPTIONS} [R]",
        ("each", "pair"),
    )
    void_hands: str = option(
        CHOICE,
        "overlap",
        N_(
            "After a void hand a doubled round begins: overlapping, queued, counted anew, or"
            " quadrupled; or no round at all, or everyone pays into the ultimo pot."
        ),
        f"{_OPTIONS}; S0, Variations; S4",
        ("overlap", "extend", "reset", "quadruple", "none", "pot"),
    )
    void_redeal: str = option(
        CHOICE,
        "same",
        N_("After a void hand the same player deals again, or the next one."),
        f"{_OPTIONS}; S0, Variations",
        ("same", "next"),
    )
    trial_three: str = option(
        CHOICE,
        "bid_value",
        N_("What a failed trial three pays: the bid, 2 or 3 to each, nothing, or the ultimo pot."),
        f"{_OPTIONS}; S4",
        ("bid_value", "two_each", "three_each", "none", "pot"),
    )
    dealer_shares: bool = option(
        FLAG,
        False,
        N_("With five players the dealer who sits out wins and loses with the opponents."),
        f"{_OPTIONS}; S0, Variations",
    )
    talon_honours_to_dealer: bool = option(
        FLAG,
        False,
        N_("With five players, who draws an honour from the talon pays the dealer 3, 2 or 1."),
        f"{_OPTIONS}; S0, Variations",
    )
    discarded_partner_skart: str = option(
        CHOICE,
        "declarer",
        N_("Whose the discards are when the called card was discarded: declarer or opponents."),
        f"{_OPTIONS}; S4; S0",
        ("declarer", "opponents"),
    )
    concede_trull_three: bool = option(
        FLAG,
        False,
        N_("A three with only the declarer's trull announced is not played: opponents pay 3."),
        f"{_OPTIONS}; S4",
    )
    hold_rule: str = option(
        CHOICE,
        "new",
        N_("Who may hold a bid: anyone who has bid before (new), or earlier speakers only (old)."),
        "RULEBOOK 1, Auction; S0, Variations",
        ("new", "old"),
    )
    solo_jump: str = option(
        CHOICE,
        "xix",
        N_("A jump over one bid to solo shows the XIX, or like every jump to solo the XVIII."),
        "RULEBOOK 1, Auction; S4",
        ("xix", "xviii"),
    )
    pais_xvii: bool = option(
        FLAG,
        False,
        N_("The lowest bid first and a single jump on the second turn shows the XVII."),
        "RULEBOOK 1, Auction; S0, Variations",
    )


PRESETS: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "pagat": MappingProxyType({}),  # RULEBOOK 1, "Presets"
        "standard": MappingProxyType(  # RULEBOOK 1, "Presets"; S4
            {
                "silent_four_kings_with_double": False,
                "void_hands": "pot",
                "trial_three": "pot",
                "concede_trull_three": True,
            }
        ),
        "tournament": MappingProxyType(  # RULEBOOK 1, "Presets" [R]
            {
                "void_hands": "none",
                "void_redeal": "same",
                "tarokk_counts": "pair",
                "trial_three": "three_each",
            }
        ),
    }
)


def check_rules(rules: PaskievicsRules) -> list[Problem]:
    """Contradictions between options, also those a preset brought.

    Source: scoring/RULEBOOK.md, section 1, "Ultimo pot".
    """
    if rules.trial_three == "pot" and rules.void_hands != "pot":
        return [Problem("hu.trial_pot_without_pot", "rules.trial_three")]
    return []


def pots(rules: PaskievicsRules) -> tuple[str, ...]:
    """The ultimo pot where void hands fill it.

    Source: scoring/RULEBOOK.md, section 1, "Ultimo pot".
    """
    return ("ultimo",) if rules.void_hands == "pot" else ()
