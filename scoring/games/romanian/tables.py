"""Numbers of Romanian tarok, in a shape that Taper fills with its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

GAME, TAROACE = "game", "taroace"  # what is paid beside the figures of the table


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract: value in points, highest level (1: it has none), cards taken from the talon.

    opponents_carry, declarer_carry: the most card points that side can hold without a trick, in the
    rest of the talon or in the discards.

    Source: scoring/RULEBOOK.md, sections 4 to 6.
    """

    value: int
    levels: int
    taken: int
    opponents_carry: int
    declarer_carry: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure's points, each in doi and unu and in solo; announced 0: it cannot be announced.

    term: key of its name in the glossary.

    Source: scoring/RULEBOOK.md, section 4.
    """

    key: str
    term: str
    silent: tuple[int, int]
    announced: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tables:
    """All numbers of one of the two games.

    players: at the table; card_points: in the pack; needed: card points that win the game; radler:
    doubled hands that a passed deal queues up; figures: in the order of the rules; announceable:
    their keys; taroace: count to points; outcomes: how a hand may end; called_king: a king is
    called and may be captured or left in the talon.

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

# S2, table of payments; S2, "levels"; the most points are counted in threes, the discards
# generously card by card.
DOI = Contract(value=2, levels=7, taken=2, opponents_carry=18, declarer_carry=8)
UNU = Contract(value=3, levels=13, taken=1, opponents_carry=22, declarer_carry=4)
SOLO = Contract(value=8, levels=1, taken=0, opponents_carry=26, declarer_carry=0)

TRULA = Figure("trula", "fig.trull", (1, 2), (2, 4))  # S2, table of payments
TOTI_REGII = Figure("toti_regii", "fig.four_kings", (1, 2), (2, 4))  # S2, table of payments
LUNA_PRINSA = Figure("luna_prinsa", "fig.xxi_catch", (1, 2), (2, 4))  # S2, table of payments
# S2, table of payments; pool beside it
PAGAT_ULTIMO = Figure("pagat_ultimo", "fig.pagat_ultimo", (1, 2), (7, 9))
REGE_ULTIMO = Figure("rege_ultimo", "fig.king_ultimo", (1, 2), (2, 4))  # S2, table of payments
# S2, table: "regele prins"
KING_CAPTURED = Figure("king_captured", "fig.king_captured", (1, 2), (0, 0))
# S2, the king left in the talon
KING_ABANDONED = Figure("king_abandoned", "fig.abandoned_king", (2, 2), (0, 0))
VALAT = Figure("valat", "fig.volat", (8, 32), (16, 64))  # S2, table of payments, note e

# What these cards alone are worth, counted in threes as S2 does: 15 - 2, 20 - 2 2/3, 35 - 4 2/3,
# rounded down.
TRULA_WORTH, KINGS_WORTH, BOTH_WORTH = 13, 17, 30

NO_HONOUR = 1  # S2, surrender: a lost silent trula

TABLES = Tables(
    players=4,
    card_points=70,
    needed=36,
    radler=4,
    contracts=MappingProxyType({"doi": DOI, "unu": UNU, "solo": SOLO}),
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
