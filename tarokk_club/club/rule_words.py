"""What the house rules, their words and their presets are called on a page."""

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext_lazy as _

OPTIONS: Mapping[str, object] = MappingProxyType(
    {
        "trull": _("Trull (tuletroá)"),
        "four_kings": _("Four kings (négykirály)"),
        "pagat_ultimo": _("Pagat ultimo (pagátultimó)"),
        "xxi_catch": _("Catching the XXI (XXI-fogás)"),
        "double": _("Double game (duplajáték)"),
        "volat": _("Volat (volát)"),
        "volat_fixed": _("Volat by fixed points"),
        "silent_trull_with_volat": _("Silent trull beside a volat"),
        "silent_four_kings_with_double": _("Silent four kings beside a double game"),
        "game_beside_silent_double": _("Game beside a silent double game"),
        "game_beside_silent_volat": _("Game beside a silent volat"),
        "kontra_covers_silent": _("Kontra covers silent figures of the game"),
        "silent_needs_kontra": _("Opponents' silent figures need kontra"),
        "opponents_need_48_after_kontra": _("Opponents need 48 after kontra"),
        "max_kontra": _("Highest kontra"),
        "tarokk_counts": _("Eight or nine tarokks"),
        "void_hands": _("After a void hand"),
        "void_redeal": _("Who deals after a void hand"),
        "trial_three": _("Failed trial three (próbahármas)"),
        "dealer_shares": _("Resting dealer plays along"),
        "talon_honours_to_dealer": _("Honours drawn pay the dealer"),
        "discarded_partner_skart": _("Called card was discarded"),
        "concede_trull_three": _("Three with only a trull is conceded"),
        "hold_rule": _("Who may hold a bid"),
        "solo_jump": _("Jump over one bid to solo"),
        "pais_xvii": _("Lowest bid and jump show the XVII"),
        "centrum": _("Centrum"),
        "kismadar": _("Small bird (kismadár)"),
        "nagymadar": _("Big bird (nagymadár)"),
        "king_ultimo": _("King ultimo (királyultimó)"),
        "pagat_uhu": _("Pagat uhu (pagátuhu)"),
        "king_uhu": _("King uhu (királyuhu)"),
        "sas_ultimo": _("Sas ultimo (sasultimó)"),
        "sas_uhu": _("Sas uhu (sasuhu)"),
        "sas": _("Figures with the sas (II)"),
        "pagat_won_pays": _("Early trick with the pagat pays"),
        "count": _("Cards are counted and paid"),
        "pool": _("There is a pool"),
        "all_pass": _("When everybody passes"),
        "hep_hep": _("Hep-hep after a hand that cancels out"),
        "unu": _("Contract unu"),
    }
)

WORDS: Mapping[str, object] = MappingProxyType(
    {
        "three": _("three"),
        "two": _("two"),
        "one": _("one"),
        "solo": _("solo"),
        "each": _("each player pays"),
        "pair": _("bonus of the pair"),
        "overlap": _("overlapping rounds"),
        "extend": _("rounds queued"),
        "reset": _("counted anew"),
        "quadruple": _("quadrupled"),
        "none": _("nothing"),
        "pot": _("ultimo pot"),
        "same": _("the same again"),
        "next": _("the next one"),
        "bid_value": _("value of the bid"),
        "two_each": _("2 to each"),
        "three_each": _("3 to each"),
        "declarer": _("declarer's side"),
        "opponents": _("opponents"),
        "new": _("new: who has bid"),
        "old": _("old: earlier speakers"),
        "xix": _("XIX"),
        "xviii": _("XVIII"),
        "michi": _("michi-michi"),
        "radler": _("radler"),
    }
)

PRESETS: Mapping[str, object] = MappingProxyType(
    {
        "pagat": _("As on pagat.com"),
        "standard": _("Standard"),
        "tournament": _("Tournament"),
        "itvb": _("Tarokk tournament (ITVB)"),
    }
)


def option_label(name: str) -> str:
    """The name of a house rule in the reader's language."""
    return str(OPTIONS[name])


def word_label(word: str) -> str:
    """One of the words that a house rule may be, in the reader's language."""
    return str(WORDS[word])


def preset_label(name: str) -> str:
    """The name of a set of house rules in the reader's language."""
    return str(PRESETS[name])
