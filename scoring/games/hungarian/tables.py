"""The values of Hungarian tarokk: bids, figures and bands of results, each with its source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

PLAYING = 4  # RULEBOOK 1: four at a table, or five with the dealer sitting out
CARD_POINTS = 94  # S0, "The cards"
TO_WIN = 48  # RULEBOOK 1, figure "game"
TO_DOUBLE = 71  # RULEBOOK 1, figure "double game"
TRULL_CARDS, KING_CARDS = 15, 20  # S0, "The cards": five points each
SUITS_WORTH = 60  # S0, "The cards": king 5, queen 4, rider 3, jack 2, ten 1 in four suits
TRICK_CARDS = 4  # RULEBOOK 6: the four cards of one trick, one point each at the least
HIGHEST_KONTRA = 5  # RULEBOOK 1: mordkontra
CONCEDED_POINTS = 3  # S4: the opponents pay 3
FEWEST_TAROKKS, MOST_TAROKKS = 8, 9  # RULEBOOK 1, "Payment"

GAME = "game"
DOUBLE, VOLAT, TRULL, FOUR_KINGS = "double", "volat", "trull", "four_kings"
PAGAT_ULTIMO, XXI_CATCH, SAS_ULTIMO = "pagat_ultimo", "xxi_catch", "sas_ultimo"
HOSSZU_DUPLA, ZAROPAROS = "hosszu_dupla", "zaroparos"
FACAN_PAGAT, FACAN_SAS, PAROS_FACAN = "facan_pagat", "facan_sas", "paros_facan"
FACAN_CARDS: Mapping[str, str] = MappingProxyType({"pagat": FACAN_PAGAT, "sas": FACAN_SAS})
STEPPED = (DOUBLE, HOSSZU_DUPLA, VOLAT)  # paid in the four steps, before all other figures
# Players' names for the tricks, RULEBOOK 8; pagat and sas have figures from the sixth on.
ULTIMO, UHU, NAGYMADAR, KISMADAR, CENTRUM = 9, 8, 7, 6, 5
TRICKS, FIRST_NAMED = ULTIMO, KISMADAR
# The kinds of cards that a figure may need in the tricks of its side.
HONOURS, KINGS, OF_ONE_SUIT, OF_ALL_SUITS = "honours", "kings", "suit", "suits"
TAKEN = (HONOURS, KINGS, OF_ONE_SUIT, OF_ALL_SUITS)
# RULEBOOK 8: a pair pheasant counts silently if the opponents played one of its cards, or led a
# suit.
OPPONENTS_PLAYED, OPPONENTS_LED = "played", "led"


@dataclass(frozen=True, slots=True)
class Bid:
    """A contract.

    value: points of the game, called g.
    drawn: number of cards that the declarer draws from the talon.

    Source: scoring/RULEBOOK.md, section 1; S0, "Distributing the talon".
    """

    value: int
    drawn: int


BIDS: Mapping[str, Bid] = MappingProxyType(
    {
        "three": Bid(value=1, drawn=3),  # RULEBOOK 1; S0
        "two": Bid(value=2, drawn=2),  # RULEBOOK 1; S0
        "one": Bid(value=3, drawn=1),  # RULEBOOK 1; S0
        "solo": Bid(value=4, drawn=0),  # RULEBOOK 1; S0
    }
)


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A figure of the game or of the club, compared by identity.

    key: name in documents, and name of the option that sets its points.
    term: key of its name.
    default: silent and announced points, or a single number if it exists only announced; None for a
        form that a club figure lacks.
    times_game: whether `default` holds factors of g.
    fixed: whether no option sets its points.
    counts_as: figure whose option scores it.
    has_result: whether the announcement also records if it was made.
    suited: whether there is one figure per suit.
    ranked: whether there is one figure per rank as well.
    voidable: whether it can be void.
    rule: option that allows it.
    card: card that makes it; a side announces only one of two figures with the same card.
    among: kind of cards that make it, if several can: ANY_KING, OF_SUIT or PAGAT_AND_SAS.
    tricks: tricks that the cards win.
    from_first: whether the side also wins every trick before those.
    takes: kind of cards that must all be in the tricks of the side, one of TAKEN.
    captures: cards; at least one of them must be played to its trick.
    silent_if: OPPONENTS_PLAYED or OPPONENTS_LED if it counts silently only then, else "".
    apart: whether its side may not announce another such figure that needs the same trick.
    excludes: cards whose figures in the named tricks its side may not also announce.
    waits: whether only the side that does not lead to the first trick may announce it.
    group: a side announces only one figure of the group.
    refused_after_volat: record schema since which its side may not announce it after the volát; 0
        if it may.
    own: name that the club typed, None for a figure of the game.
    says: codes of further sentences about it.

    Source: scoring/RULEBOOK.md, sections 1, 2 and 8.
    """

    key: str
    term: str
    default: tuple[int | None, int | None] | int
    times_game: bool = False
    fixed: bool = False
    counts_as: str | None = None
    has_result: bool = False
    suited: bool = False
    ranked: bool = False
    voidable: bool = False
    rule: str | None = None
    card: str | None = None
    among: str | None = None
    tricks: tuple[int, ...] = ()
    from_first: bool = False
    takes: str | None = None
    captures: tuple[str, ...] = ()
    silent_if: str = ""
    apart: bool = False
    excludes: tuple[str, ...] = ()
    waits: bool = False
    group: str | None = None
    refused_after_volat: int = 0
    own: str | None = None
    says: tuple[str, ...] = ()

    @property
    def values(self) -> dict[str, str]:
        """The values that name the figure in a sentence.

        Source: docs/adr/0004-sentences-are-codes.md.
        """
        return {"figure": self.term} if self.own is None else {"figure": self.key, "own": self.own}


def index_by_key(*rows: Figure) -> Mapping[str, Figure]:
    """Return the figures of a game by key, in order of payment.

    Source: docs/reference/format.md, "Hands: paskievics, illustrated".
    """
    return MappingProxyType({row.key: row for row in rows})


# The figures that every Hungarian game has.
COMMON = index_by_key(
    # RULEBOOK 1, table of figures; S0
    Figure(DOUBLE, "fig.double", (2, 4), times_game=True, refused_after_volat=3),
    Figure(VOLAT, "fig.volat", (3, 6), times_game=True),  # RULEBOOK 1; S0
    Figure(TRULL, "fig.trull", (1, 2), takes=HONOURS, refused_after_volat=3),  # RULEBOOK 1; S0, S4
    Figure(
        FOUR_KINGS, "fig.four_kings", (1, 2), takes=KINGS, refused_after_volat=3
    ),  # RULEBOOK 1; S0, S4
    # RULEBOOK 1; S0
    Figure(PAGAT_ULTIMO, "fig.pagat_ultimo", (5, 10), card="pagat", tricks=(ULTIMO,)),
    Figure(XXI_CATCH, "fig.xxi_catch", (21, 42)),  # RULEBOOK 1; S0
)


@dataclass(frozen=True, slots=True)
class Band:
    """A named result of the declarer's side: its fewest and most card points, and its tricks.

    tricks: "all", "none" or "split".

    A side without tricks may still have points in its discards.

    Source: docs/reference/format.md, "result"; scoring/RULEBOOK.md, section 1, steps 1 to 4.
    """

    fewest: int
    most: int
    tricks: str = "split"


BANDS: Mapping[str, Band] = MappingProxyType(
    {
        "no_tricks": Band(0, CARD_POINTS - TO_DOUBLE, "none"),  # S0, table of multipliers
        "double_lost": Band(0, CARD_POINTS - TO_DOUBLE),  # S0, 23 or fewer
        "lost": Band(CARD_POINTS - TO_DOUBLE + 1, TO_WIN - 1),  # S0, 24-47
        "won": Band(TO_WIN, TO_DOUBLE - 1),  # S0, 48-70
        "double_won": Band(TO_DOUBLE, CARD_POINTS),  # S0, 71 or more
        "all_tricks": Band(TO_DOUBLE, CARD_POINTS, "all"),  # S0
    }
)


def map_figure_terms(figures: Mapping[str, Figure]) -> Mapping[str, str]:
    """Return the term of every figure that a line can have, by figure.

    figures: figures of the game.

    Club figures have no term; their keys begin with `own:`.

    Source: docs/reference/glossary.md.
    """
    terms = {GAME: "fig.game", **{row.key: row.term for row in figures.values()}}
    return MappingProxyType(terms | {key: f"fig.{key}" for key in TAROKK_FIGURES.values()})


# The most that a number of discards can be worth: four queens at 4, then riders at 3 (S0).
BEST_DISCARDS = (0, 4, 8, 12, 16, 19, 22)

TAROKK_POINTS: Mapping[int, int] = MappingProxyType({8: 1, 9: 2})  # RULEBOOK 1, "Payment"; S0
TAROKK_FIGURES: Mapping[int, str] = MappingProxyType({8: "eight", 9: "nine"})
TALON_POINTS: Mapping[str, int] = MappingProxyType({"skiz": 3, "XXI": 2, "pagat": 1})  # S0
# RULEBOOK 1, `trial_three`: points to each of the other three; `two_each` for each point of
# the bid.
TRIAL_EACH: Mapping[str, int] = MappingProxyType({"two_each": 2, "two_flat": 2, "three_each": 3})
VOID_TO_POT = 2  # RULEBOOK 1, "Ultimo pot": each player for a void hand; S4
TRIAL_TO_POT = 2  # RULEBOOK 1, `trial_three` pot: times the bid's value and the players; S4
MOST_OF_TWO = 22  # RULEBOOK 6: there are 22 tarokks
POT_LIMIT: Mapping[int, int] = MappingProxyType({4: 48, 5: 50})  # RULEBOOK 1, "Ultimo pot"; S4

# RULEBOOK 1: the declarer calls a tarokk that is not an honour, II to XX.
CALLED = (
    *("II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI"),
    *("XII", "XIII", "XIV", "XV", "XVI", "XVII", "XVIII", "XIX", "XX"),
)
HOLDINGS: Mapping[str, str] = MappingProxyType(
    {
        "kings": "annul.four_kings",  # RULEBOOK 1, "Annulling holdings"
        "no_tarokk": "annul.no_tarokk",
        "xxi": "annul.lone_xxi",
        "pagat": "annul.lone_pagat",
        "xxi_pagat": "annul.xxi_pagat",
    }
)
RANKS: Mapping[str, str] = MappingProxyType(
    {
        "queen": "rank.queen",  # RULEBOOK 8: not a king
        "rider": "rank.rider",
        "jack": "rank.jack",
        "ten": "rank.ten",
    }
)
SUITS = ("hearts", "diamonds", "clubs", "spades")
