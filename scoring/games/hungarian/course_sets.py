"""The possible courses of the nine tricks, as sets for each trick and each card.

Source: scoring/RULEBOOK.md, section 6, "What contradicts itself".
"""

from __future__ import annotations

from scoring.games.hungarian.deck import DEAR, EVERY, LAST
from scoring.games.hungarian.tables import TRICKS

OURS, THEIRS, BOTH = 1, 2, 3
ALL_PLAYERS = 0b1111
# Trick 0 is the discards.
EVERYWHERE, PLAYED = (1 << (TRICKS + 1)) - 1, (1 << (TRICKS + 1)) - 2
FIRST_TRICK = 1 << 1
_WHERE = tuple(PLAYED if card in DEAR else EVERYWHERE for card in range(LAST + 1))
# The sides of any players, by the players of the declarer's side, then by these players.
_SIDES = tuple(
    tuple(
        (OURS if players & ours else 0) | (THEIRS if players & ~ours else 0)
        for players in range(ALL_PLAYERS + 1)
    )
    for ours in range(ALL_PLAYERS + 1)
)

# The reasons why facts exclude each other; each is the end of a sentence code.
TRICK, CARD, HAND, HIGHER = "trick", "card", "hand", "higher"
NO_TRICK, ALL_TRICKS, POINTS, FOLLOWS = "none", "all", "points", "follows"


class ImpossibleError(Exception):
    """A contradiction: no course of tricks is possible. Its argument is the reason."""


class Course:
    """The course of the nine tricks, as sets of the remaining possibilities.

    For each trick there are the cards and sides that may have won it; for each card the tricks, the
    players who may have held it and the sides that may have taken it.

    Source: scoring/RULEBOOK.md, section 6.
    """

    __slots__ = (
        *("beaten", "caught", "led", "marked", "most", "ours", "owner", "shared"),
        *("sides", "sides_by_players", "some", "suits", "taken", "tarokks", "where", "wins"),
        "discards",
    )

    def __init__(self, ours: int) -> None:
        self.ours = ours
        self.sides_by_players = _SIDES[ours]
        self.wins = [EVERY] * (TRICKS + 1)
        self.sides = [BOTH] * (TRICKS + 1)
        self.where = list(_WHERE)
        self.owner = [ALL_PLAYERS] * (LAST + 1)
        self.taken = [BOTH] * (LAST + 1)
        # The cards that claims mention; nothing is known about the other cards.
        self.marked: set[int] = set()
        self.some: list[tuple[int, int, int]] = []
        self.beaten: list[tuple[int, int]] = []
        self.most: dict[int, int] = {}
        self.suits: dict[int, int] = {}
        # Tarokks by player, and discards by side.
        self.tarokks: dict[int, int] = {}
        self.discards: dict[int, int] = {}
        self.caught = self.shared = False
        # The player who led a suit to the first trick, as a bit; 0 if unknown.
        self.led = 0

    def find_players(self, sides: int) -> int:
        """Return the players of these sides, as bits. Source: scoring/RULEBOOK.md, section 1."""
        ours = self.ours if sides & OURS else 0
        return ours | (ALL_PLAYERS & ~self.ours if sides & THEIRS else 0)

    def find_sides(self, players: int) -> int:
        """Return the sides of these players, as bits. Source: scoring/RULEBOOK.md, section 1."""
        return self.sides_by_players[players]

    def find_narrowed_tricks(self) -> int:
        """Return the tricks about which something is known, as bits.

        Those are the tricks whose winner is limited and those that certainly hold a marked card.

        Source: scoring/RULEBOOK.md, section 6.
        """
        tricks = 0
        for trick in range(1, TRICKS + 1):
            if self.wins[trick] != EVERY or self.sides[trick] != BOTH:
                tricks |= 1 << trick
        for card in self.marked:
            where = self.where[card]
            if not where & (where - 1):
                tricks |= where & PLAYED
        return tricks

    def copy_sets(self) -> tuple[object, ...]:
        """Return a copy of all sets, to test whether a round narrowed any of them."""
        return (*self.wins, *self.sides, *self.where, *self.owner, *self.taken)


def require_nonempty(mask: int, reason: str) -> None:
    """Raise ImpossibleError if `mask` is empty. Source: scoring/RULEBOOK.md, section 6."""
    if not mask:
        raise ImpossibleError(reason)
