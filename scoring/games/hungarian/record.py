"""The record of a Hungarian hand."""

from __future__ import annotations

from dataclasses import dataclass

PLAYED, PASSED_OUT, ANNULLED = "played", "passed_out", "annulled"
FAILED_TRIAL, CONCEDED = "failed_trial", "conceded"
OUTCOMES = (PLAYED, PASSED_OUT, ANNULLED, FAILED_TRIAL, CONCEDED)
VOID = (PASSED_OUT, ANNULLED)
ALL, NONE, SPLIT = "all", "none", "split"
# Why a declarer plays alone.
ALONE_OWN, ALONE_DISCARDED = "own", "discarded"
# What a kontra may be said to, beside the announcements.
ON_GAME = "game"
# The key of who discarded the called card.
DISCARDED_BY = "discarded_by"


@dataclass(frozen=True, slots=True)
class Announcement:
    """An announced figure.

    kontra: steps of kontra called on it.
    suit, rank: of the card that makes it.
    made: whether it was made, if recorded.
    void: recorded instead of `made` if the figure does not count.

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
    """Eight or nine tarokks.

    declared: False if they were claimed afterwards.

    Source: docs/reference/format.md, "tarokks".
    """

    player: str
    count: int
    declared: bool = True


@dataclass(frozen=True, slots=True)
class Ultimo:
    """A card played to the last trick.

    made: whether it won the trick.

    Source: docs/reference/format.md, "pagat_ultimo".
    """

    by: str
    made: bool


@dataclass(frozen=True, slots=True)
class Facan:
    """The pagát or the sas played to the first trick.

    made: whether it won the trick; otherwise an opponent beat it.

    Source: docs/reference/format.md, "facan".
    """

    card: str
    by: str
    made: bool


@dataclass(frozen=True, slots=True)
class ParosFacan:
    """The XXI of a side played for the pagát or the sas in the first trick.

    made: whether it took them.

    Source: docs/reference/format.md, "paros_facan".
    """

    side: str
    made: bool


@dataclass(frozen=True, slots=True)
class Catch:
    """The capture of the XXI of `victim` by the skíz of `by`.

    Source: docs/reference/format.md, "xxi_catch".
    """

    by: str
    victim: str


@dataclass(frozen=True, slots=True)
class TalonHonour:
    """An honour drawn from the talon.

    late: whether it was paid to the dealer only on request.

    Source: docs/reference/format.md, "talon_honours".
    """

    player: str
    card: str
    late: bool = False


@dataclass(frozen=True, slots=True)
class Kontras:
    """Who said the steps of kontra, one player a step.

    on: the game (ON_GAME) or the place of an announcement in the list

    Source: docs/reference/format.md, "kontras".
    """

    on: str | int
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A Hungarian hand as the secretary wrote it down.

    by, holding: of an annulled hand.
    trull, four_kings: side that took them all.
    tricks: as taken by the declarer's side.
    own: silent club figures, each with its side.

    Players are ids, and None means not stated. Fields that the outcome does not have keep their
    defaults.

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
