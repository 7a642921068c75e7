"""The types that describe a game to statistics and pages: roles, endings, bids, JSON keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

# The outcome of a hand that was played to its end, in every game.
PLAYED = "played"
# The key of the game itself among the figures, in every game with two sides.
GAME = "game"
# The kinds of feats that earn a trophy in a club.
ALL_TRICKS, XXI_CAUGHT, MANY_TAROKKS = "volat", "xxi", "nine"


# The speakers of each step of kontra, by figure and by the player who announced it ("" for none).
Speakers: TypeAlias = Mapping[tuple[str, str], tuple[str, ...]]


class HandRecord(Protocol):
    """The frozen record of a hand of any game; only that game knows its other fields.

    outcome: one of the endings of its game.

    Source: docs/reference/format.md, "Hands".
    """

    @property
    def outcome(self) -> str: ...


@dataclass(frozen=True, slots=True)
class GameName:
    """The name and position of a game.

    key: name in documents.
    name: English name, marked for translation.
    place: position among the games, lowest first.

    Source: docs/reference/format.md.
    """

    key: str
    name: str
    place: int


@dataclass(frozen=True, slots=True)
class Ending:
    """A possible ending of a hand, with the term `ending.<outcome>`.

    counts: whether a player could win by playing; otherwise the hand is left out of statistics.
    measures: whether the result depends on how well the hand was played.
    """

    counts: bool = True
    measures: bool = True


@dataclass(frozen=True, slots=True)
class Roles:
    """The roles of the players in a hand; roles that the game lacks are empty.

    declarer, partner: players of the declarer's side.
    bid: one of the bids of the game.
    catcher, victim: player whose skíz caught the XXI, and player who lost it.

    Source: docs/reference/format.md, "Hands".
    """

    declarer: str | None = None
    partner: str | None = None
    bid: str = ""
    catcher: str = ""
    victim: str = ""

    @property
    def side(self) -> tuple[str, ...]:
        """The declarer's side, the declarer first; empty if everybody plays for themselves.

        Source: scoring/RULEBOOK.md, section 0.
        """
        return tuple(player for player in (self.declarer, self.partner) if player)


@dataclass(frozen=True, slots=True)
class Feat:
    """A trophy for the player who makes a figure.

    kind: ALL_TRICKS, XXI_CAUGHT or MANY_TAROKKS.
    fewest: number of tarokks required, if they are counted.
    """

    kind: str
    fewest: int = 0


@dataclass(frozen=True, slots=True)
class Title:
    """A short line that describes a hand, as the code and values of its sentence.

    Source: docs/adr/0004-sentences-are-codes.md.
    """

    code: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class FineWords:
    """The words for a fine of one severity, in English and marked for translation.

    title: title of the entry, containing %(player)s.
    choice: label in the list of fines to choose from.

    Source: scoring/RULEBOOK.md, section 3, "Misdeal".
    """

    title: str
    choice: str


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bids that a declarer may play.

    title: heading of a table of bids, in English and marked for translation.
    word: heading of a column of bids, likewise.
    terms: key of the term by bid, in the order of the table.

    Source: scoring/RULEBOOK.md, sections 1 and 4.
    """

    title: str
    word: str
    terms: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class People:
    """The JSON keys of a hand event that hold players or sides.

    keys: keys that hold a player.
    maps: keys that hold values by player.
    pairs: keys that hold lists of items that each begin with a player.
    sides: keys about a whole side, which contain no players.

    Source: docs/adr/0003-records-hold-ids.md.
    """

    keys: frozenset[str] = frozenset()
    maps: frozenset[str] = frozenset()
    pairs: frozenset[str] = frozenset()
    sides: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class OptionUpgrade:
    """A conversion of one option in older house rules, which changes no points.

    since: schema version of house rules that changed the option; older rules are converted.
    missing: value if the rules lack the option, None if they always had it.
    words: present word by old word.

    Source: docs/reference/format.md.
    """

    option: str
    since: int
    missing: object = None
    words: Mapping[str, str] = field(default_factory=dict)
