"""The frozen record of a Hungarian hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

PLAYED, PASSED_OUT, ANNULLED = "played", "passed_out", "annulled"
FAILED_TRIAL, CONCEDED = "failed_trial", "conceded"
OUTCOMES = (PLAYED, PASSED_OUT, ANNULLED, FAILED_TRIAL, CONCEDED)
VOID = (PASSED_OUT, ANNULLED)
ALL, NONE, SPLIT = "all", "none", "split"
# The reasons why a declarer plays alone.
ALONE_OWN, ALONE_DISCARDED = "own", "discarded"
# The game as the target of a kontra; the other targets are announcements.
ON_GAME = "game"
# The key for the player who discarded the called card.
DISCARDED_BY = "discarded_by"


class Announcement(NamedTuple):
    """A figure that a player announced.

    kontra: steps of kontra to it.
    suit, rank: suit and rank of the card that makes it.
    made: whether it was made, None if not recorded.
    void: whether the figure does not count, so that `made` is None.

    Source: docs/reference/format.md, "announced".
    """

    figure: str
    by: str
    kontra: int = 0
    suit: str | None = None
    made: bool | None = None
    rank: str | None = None
    void: bool = False


@dataclass(frozen=True, slots=True)
class Tarokks:
    """Eight or nine tarokks in the hand of a player.

    declared: whether they were declared before the play rather than claimed afterwards.

    Source: docs/reference/format.md, "tarokks".
    """

    player: str
    count: int
    declared: bool = True


class Ultimo(NamedTuple):
    """A card played to the last trick.

    made: whether it won the trick.

    Source: docs/reference/format.md, "pagat_ultimo".
    """

    by: str
    made: bool


class Facan(NamedTuple):
    """The pagát or the sas, played to the first trick.

    made: whether it won the trick; if not, an opponent beat it.

    Source: docs/reference/format.md, "facan".
    """

    card: str
    by: str
    made: bool


class ParosFacan(NamedTuple):
    """The XXI, played to catch the pagát or the sas in the first trick.

    made: whether it took one of them.

    Source: docs/reference/format.md, "paros_facan".
    """

    side: str
    made: bool


class Catch(NamedTuple):
    """A capture of the XXI of `victim` by the skíz of `by`.

    Source: docs/reference/format.md, "xxi_catch".
    """

    by: str
    victim: str


@dataclass(frozen=True, slots=True)
class TalonHonour:
    """An honour drawn from the talon.

    late: whether the dealer was paid only on request.

    Source: docs/reference/format.md, "talon_honours".
    """

    player: str
    card: str
    late: bool = False


@dataclass(frozen=True, slots=True)
class Kontras:
    """The speakers of the steps of kontra, one player per step.

    on: game (ON_GAME), or place of an announcement in the list, from 0.

    Source: docs/reference/format.md, "kontras".
    """

    on: str | int
    by: tuple[str, ...]


class Record(NamedTuple):
    """A Hungarian hand as it was entered.

    by, holding: player and holding of an annulled hand.
    trull, four_kings: side that took all of these cards.
    tricks: tricks of the declarer's side, "all", "none" or "split".
    own: silent club figures with their sides.

    Players are ids. None means not stated; fields that the outcome lacks have their defaults.

    Source: docs/reference/format.md, "Hands: paskievics, illustrated".
    """

    outcome: str = PLAYED
    declarer: str | None = None
    bid: str | None = None
    called: str | None = None
    partner: str | None = None
    alone: str | None = None
    discarded_by: str | None = None
    auction: tuple[tuple[str, str], ...] | None = None
    kontra_game: int = 0
    announced: tuple[Announcement, ...] = ()
    kontras: tuple[Kontras, ...] = ()
    tarokks: tuple[Tarokks, ...] = ()
    declarer_points: int | None = None
    tricks: str = SPLIT
    result: str | None = None
    trull: str | None = None
    four_kings: str | None = None
    pagat_ultimo: Ultimo | None = None
    sas_ultimo: Ultimo | None = None
    xxi_catch: Catch | None = None
    talon_honours: tuple[TalonHonour, ...] = ()
    facan: tuple[Facan, ...] = ()
    paros_facan: ParosFacan | None = None
    own: tuple[tuple[str, str], ...] = ()
    by: str | None = None
    holding: str | None = None
