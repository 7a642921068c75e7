"""What a hand tells beyond its points, in words that every game has: for the figures of a club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

# A hand that was played to its end, in every game.
PLAYED = "played"
# The figure of the game itself, in every game in which two sides meet.
GAME = "game"
# The kinds of feats that a club keeps trophies of.
ALL_TRICKS, XXI_CAUGHT, MANY_TAROKKS = "volat", "xxi", "nine"


class HandRecord(Protocol):
    """The frozen record of a hand of some game; what else it holds only that game knows.

    outcome: one of the endings of its game.

    Source: docs/reference/format.md, "Hands".
    """

    @property
    def outcome(self) -> str: ...


@dataclass(frozen=True, slots=True)
class GameName:
    """key: in documents; name: English, marked; place: among the games, the lowest first.

    Source: docs/reference/format.md.
    """

    key: str
    name: str
    place: int


@dataclass(frozen=True, slots=True)
class Ending:
    """One way in which a hand may end; its word is the term `ending.<outcome>`.

    counts: somebody could win something by playing, else the hand stands in no statistics but in
    the points; measures: it tells who plays better.
    """

    counts: bool = True
    measures: bool = True


@dataclass(frozen=True, slots=True)
class Roles:
    """Who did what in a hand; what a game does not know stays empty.

    declarer, partner: the side that plays against the others; bid: one of the bids of the game;
    catcher, victim: whose skiz took the XXI, and from whom.

    Source: docs/reference/format.md, "Hands".
    """

    declarer: str | None = None
    partner: str | None = None
    bid: str = ""
    catcher: str = ""
    victim: str = ""

    @property
    def side(self) -> tuple[str, ...]:
        """The declarer's side, the declarer first; empty where everybody plays alone.

        Source: scoring/RULEBOOK.md, section 0.
        """
        return tuple(player for player in (self.declarer, self.partner) if player)


@dataclass(frozen=True, slots=True)
class Feat:
    """A trophy for whoever makes a figure. kind: ALL_TRICKS, XXI_CAUGHT or MANY_TAROKKS; fewest:
    tarokks that it takes, where they are counted.
    """

    kind: str
    fewest: int = 0


@dataclass(frozen=True, slots=True)
class Title:
    """What a hand was, in one short line: code and values of its sentence.

    Source: docs/adr/0004-sentences-are-codes.md.
    """

    code: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class FineWords:
    """How a fine of one severity is called: title of the entry, and where it is chosen.

    Both English, marked; the title has a place for %(player)s.

    Source: scoring/RULEBOOK.md, section 3, "Misdeal".
    """

    title: str
    choice: str


@dataclass(frozen=True, slots=True)
class Bidding:
    """What a declarer may play. title, word: over a table of it and over its column, English,
    marked; terms: each bid to the key of its term, in the order of the table.

    Source: scoring/RULEBOOK.md, sections 1 and 4.
    """

    title: str
    word: str
    terms: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class People:
    """Keys of JSON that hold a player (keys), values by player (maps), or lists that each begin
    with a player (pairs); sides: that tell of a whole side, so that nothing in them is a player.

    Source: docs/adr/0003-records-hold-ids.md.
    """

    keys: frozenset[str] = frozenset()
    maps: frozenset[str] = frozenset()
    pairs: frozenset[str] = frozenset()
    sides: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Raised:
    """What an option of older house rules means since a schema, so that not one point moves.

    since: rules of a lower version are raised; missing: what an option means that was not there
    yet, None where it was; words: a word of before to that of today.

    Source: docs/reference/format.md.
    """

    option: str
    since: int
    missing: object = None
    words: Mapping[str, str] = field(default_factory=dict)
