"""The values of contracts and figures in Romanian tarok, in classes shared with Taper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

GAME, TAROACE = "game", "taroace"  # items paid besides the figures below


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract of the declarer.

    value: points.
    levels: highest level, 1 if the contract has no levels.
    taken: number of cards taken from the talon.
    opponents_carry, declarer_carry: most card points that the side can have without a trick, from
        the rest of the talon or from the discards.

    Source: scoring/RULEBOOK.md, sections 4 to 6.
    """

    value: int
    levels: int
    taken: int
    opponents_carry: int
    declarer_carry: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure and its points, in pairs: first in contracts other than solo, then in solo.

    term: key of its name.
    announced: (0, 0) if it cannot be announced.
    takes: cards taken by the side that makes it.
    loses: cards taken by the other side if it fails.
    last: card played to the last trick.
    talon: card left in the talon.

    Source: scoring/RULEBOOK.md, section 4.
    """

    key: str
    term: str
    silent: tuple[int, int]
    announced: tuple[int, int]
    takes: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    last: str = ""
    talon: str = ""


@dataclass(frozen=True, slots=True)
class Tables:
    """The contracts, figures and other values of one game: Romanian tarok or Taper.

    players: number of players at the table.
    card_points: card points in the pack.
    needed: card points that win the game.
    radler: number of doubled hands that follow a passed deal.
    contracts: contracts by key.
    figures: figures in the order of the rules.
    announceable: keys of the figures that can be announced.
    taroace: points by number of taroace declared.
    outcomes: ways in which a hand may end.
    called_king: whether a king is called, which may be captured or left in the talon.

    Source: scoring/RULEBOOK.md, sections 4 and 5.
    """

    players: int
    card_points: int
    needed: int
    radler: int
    contracts: Mapping[str, Contract]
    figures: tuple[Figure, ...]
    announceable: tuple[str, ...]
    taroace: Mapping[int, int]
    outcomes: tuple[str, ...]
    called_king: bool


TRICKS = 12  # S2: twelve cards to each player, in both games

# S2, table of payments and "levels"; trei as in the form for three players, for four by an option.
# The talon's most points are counted in threes, those of the discards generously card by card.
TREI = Contract(value=1, levels=5, taken=3, opponents_carry=13, declarer_carry=12)
DOI = Contract(value=2, levels=7, taken=2, opponents_carry=18, declarer_carry=8)
UNU = Contract(value=3, levels=13, taken=1, opponents_carry=22, declarer_carry=4)
SOLO = Contract(value=8, levels=1, taken=0, opponents_carry=26, declarer_carry=0)

# The cards that records mention, by the key of their name; the called king is one of four kings.
SKIZ, LUNA, PAGAT, KING = "ro.card.skiz", "ro.card.luna", "ro.card.pagat", "ro.card.called_king"
OTHER_KINGS = ("ro.card.king_2", "ro.card.king_3", "ro.card.king_4")
TAROACE_IN_PACK = 22  # S2: the 21 and the skiz, in both games

# S2, table of payments, and the description of each figure
TRULA = Figure("trula", "fig.trull", (1, 2), (2, 4), takes=(SKIZ, LUNA, PAGAT))
TOTI_REGII = Figure("toti_regii", "fig.four_kings", (1, 2), (2, 4), takes=(KING, *OTHER_KINGS))
# Only the skiz is higher than the luna, so the trick that catches the luna holds both.
LUNA_PRINSA = Figure("luna_prinsa", "fig.xxi_catch", (1, 2), (2, 4), takes=(SKIZ, LUNA))
# S2, table of payments; the pool is paid besides
PAGAT_ULTIMO = Figure("pagat_ultimo", "fig.pagat_ultimo", (1, 2), (7, 9), (PAGAT,), last=PAGAT)
# S2, table of payments
REGE_ULTIMO = Figure("rege_ultimo", "fig.king_ultimo", (1, 2), (2, 4), (KING,), (KING,), last=KING)
# S2, table: "regele prins"
KING_CAPTURED = Figure("king_captured", "fig.king_captured", (1, 2), (0, 0), takes=(KING,))
# S2, the king left in the talon, which counts for the opponents
KING_ABANDONED = Figure(
    "king_abandoned", "fig.abandoned_king", (2, 2), (0, 0), takes=(KING,), talon=KING
)
VALAT = Figure("valat", "fig.volat", (8, 32), (16, 64))  # S2, table of payments, note e

# The worth of only these cards, counted in threes as in S2: 15 - 2, 20 - 2 2/3, 35 - 4 2/3,
# rounded down.
TRULA_WORTH, KINGS_WORTH, BOTH_WORTH = 13, 17, 30
# The same for one honour or king, in thirds of a point: 5 - 2/3.
HONOUR_THIRDS = 13

NO_HONOUR = 1  # S2, surrender: a lost silent trula

TABLES = Tables(
    players=4,
    card_points=70,
    needed=36,
    radler=4,
    contracts=MappingProxyType({"trei": TREI, "doi": DOI, "unu": UNU, "solo": SOLO}),
    figures=(
        TRULA,
        TOTI_REGII,
        LUNA_PRINSA,
        PAGAT_ULTIMO,
        REGE_ULTIMO,
        KING_CAPTURED,
        KING_ABANDONED,
        VALAT,
    ),
    announceable=("trula", "toti_regii", "luna_prinsa", "pagat_ultimo", "rege_ultimo", "valat"),
    taroace=MappingProxyType({8: 1, 9: 2, 10: 3, 11: 3, 12: 3}),
    outcomes=("played", "michi", "passed_out", "abandoned", "surrendered"),
    called_king=True,
)
