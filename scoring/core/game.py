"""The interface of a game for the app, the scorer and the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeAlias, TypeVar, cast

from scoring.core.game_info_types import (
    Bidding,
    Ending,
    Feat,
    FineWords,
    HandRecord,
    OptionUpgrade,
    People,
    Roles,
    Speakers,
    Title,
)
from scoring.core.grammar import LineKind
from scoring.core.guide import Topic
from scoring.core.options import HouseRules, Rules
from scoring.core.posting import Line, Scored
from scoring.core.problem import Problem
from scoring.core.reader import Reader
from scoring.core.table import TableOf

Record = TypeVar("Record", bound=HandRecord)
# The types of record and house rules that a check takes.
CheckedRecord = TypeVar("CheckedRecord", bound=HandRecord, contravariant=True)
CheckedRules = TypeVar("CheckedRules", bound=HouseRules, contravariant=True)
# A JSON object, perhaps unfinished.
Raw: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class HandStake:
    """The points that each account would receive or pay if the hand ended as `code` says.

    code: key of its sentence: "stake_best" or "stake_worst" from the view of the declarer's
        side, or a code of the game.
    points: points by account, + receives.

    Source: docs/adr/0008-drafts-on-the-server.md, "At stake".
    """

    code: str
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Preview:
    """The points that an unfinished hand already moves, and the points still open.

    lines: lines that are already certain; all lines if complete.
    problems: faults found so far.
    complete: whether the hand could be saved now.
    stakes: hand at its best and at its worst; empty if neither can be computed yet.
    open: questions about items begun but not finished, such as an announced figure without a
        result.

    An amount that depends on an open question is not certain.

    Source: docs/adr/0008-drafts-on-the-server.md.
    """

    lines: tuple[Line, ...]
    problems: tuple[Problem, ...]
    complete: bool
    stakes: tuple[HandStake, ...] = ()
    open: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameInfo(Generic[Record]):
    """The properties of a game that the statistics and pages of a club need.

    Every English word in these fields is marked for translation.

    name: English name.
    place: position among the games, lowest first.
    language: code of the language that its card terms come from.
    endings: ending by outcome.
    roles: returns the roles of the players in a hand.
    title: returns the short line that describes the JSON of a hand event, which may be unfinished;
        None if the word for its ending is enough.
    plain: figures that are not an achievement, including the game itself.
    round_name: name of its doubled hands, "" if there are none.
    bidding: bids that a declarer may play, None if there are none.
    sided: whether two sides play each other; otherwise everybody plays for themselves.
    figures_title: title of its list of figures.
    pot_items: items paid out of a pot for a figure that already has a line of its own.
    counted: figures that are always declared with a number of cards.
    declared: all figures that are shown before the play and always paid.
    feats: figures that are stored as trophies.
    pots: names of all pots under any house rules, in order.
    fines: words by severity, empty if there are no fines.
    fine_hint: hint shown beside the fines.
    choices: words for the choices of options, by "option.choice".
    presets: label of each preset.
    preset_lines: one line for each preset on how it plays.
    by_bid: labels for the two numbers of an option that has a pair for each bid.
    unsaid: question to ask if a shorthand line lacks a field, by field.
    contexts: translation context of each term whose English equals that of another term.
    people: keys of its hand events that hold players.
    hand_keys: every key of its hand events but type and note, in the order of the format
        reference.
    option_upgrades: conversions of options in older house rules.
    offered: whether a club may choose it, because its hands can be entered.
    beside: returns sentences about details of a hand event that move no points; None if the game
        records no such details.
    in_order: whether the announcements of a hand are in the order of speaking.
    speakers: returns the speakers of each step of kontra, as far as a hand records them.

    Source: docs/adr/0018-scoring-core.md, "One contract" and 13.
    """

    name: str
    place: int
    language: str
    endings: Mapping[str, Ending]
    roles: Callable[[Record], Roles]
    title: Callable[[Raw], Title | None]
    plain: frozenset[str]
    round_name: str = ""
    bidding: Bidding | None = None
    sided: bool = True
    figures_title: str = ""
    pot_items: frozenset[str] = frozenset()
    counted: frozenset[str] = frozenset()
    declared: frozenset[str] = frozenset()
    feats: Mapping[str, Feat] = field(default_factory=dict)
    pots: tuple[str, ...] = ()
    fines: Mapping[str, FineWords] = field(default_factory=dict)
    fine_hint: str = ""
    choices: Mapping[str, str] = field(default_factory=dict)
    presets: Mapping[str, str] = field(default_factory=dict)
    preset_lines: Mapping[str, str] = field(default_factory=dict)
    by_bid: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    unsaid: Mapping[str, str] = field(default_factory=dict)
    contexts: Mapping[str, str] = field(default_factory=dict)
    people: People = field(default_factory=People)
    hand_keys: tuple[str, ...] = ()
    option_upgrades: tuple[OptionUpgrade, ...] = ()
    offered: bool = True
    beside: Callable[[Raw], tuple[Title, ...]] | None = None
    in_order: bool = False
    speakers: Callable[[Record], Speakers] | None = None


class Check(Protocol[CheckedRules, CheckedRecord]):
    """A function that returns all faults of a record at a table, under the rules of its schema.

    Source: scoring/RULEBOOK.md, section 6.
    """

    def __call__(
        self, record: CheckedRecord, table: TableOf[CheckedRules], /, *, schema: int
    ) -> list[Problem]: ...


@dataclass(frozen=True, slots=True)
class Game(Generic[Rules, Record]):
    """A tarokk game, as plain functions and data.

    key: name in documents.
    fewest, most: number of players at the table.
    rules: frozen dataclass of house rules; every field comes from `define_option`.
    presets: options by name of the preset.
    check_rules: returns contradictions between options.
    pots: returns the names of the pots under these rules.
    sits_out: returns the player who does not play the next hand, or None.
    read: reads the JSON of a hand event, without type and note, into its frozen record; None if
        faults were noted.
    serialize: turns a record back into canonical JSON, without defaults.
    check: returns all faults of a record at this table, under the rules of its schema.
    score: turns a faultless record into lines and the table after it.
    preview: returns the preview of an unfinished hand's raw JSON.
    join: returns the lines for a new player's arrival; the table already includes the player.
    fine: returns the lines of a fine of one severity; None if the game has no fines.
    hat: whether the player who loses the XXI wears the mayor's hat.
    notice: whether a player may give notice to end the session.
    figures: key of the term by figure, for every figure that a line of a hand can have, without the
        club's own figures (`own:`).
    guide: returns the rules under these house rules, by topic.
    sentences: English sentence by code.
    terms: English term by key.
    shorthand: kinds of lines that represent its events.
    info: properties that the statistics and pages of a club need.
    restated: converts a record of an older schema so that the present rules give the same points;
        None if no record needs this.

    Source: docs/adr/0018-scoring-core.md, "One contract".
    """

    key: str
    fewest: int
    most: int
    rules: type[Rules]
    presets: Mapping[str, Mapping[str, object]]
    check_rules: Callable[[Rules], list[Problem]]
    pots: Callable[[Rules], tuple[str, ...]]
    sits_out: Callable[[TableOf[Rules]], str | None]
    read: Callable[[Reader], Record | None]
    serialize: Callable[[Record], dict[str, object]]
    check: Check[Rules, Record]
    score: Callable[[Record, TableOf[Rules]], Scored]
    preview: Callable[[Raw, TableOf[Rules]], Preview]
    join: Callable[[TableOf[Rules], str], tuple[Line, ...]]
    fine: Callable[[TableOf[Rules], str, str], tuple[Line, ...]] | None
    hat: bool
    notice: bool
    figures: Mapping[str, str]
    guide: Callable[[Rules], tuple[Topic, ...]]
    sentences: Mapping[str, str]
    terms: Mapping[str, str]
    shorthand: tuple[LineKind, ...]
    info: GameInfo[Record]
    restated: Callable[[Record, int], Record] | None = None


# A game of unknown type; callers only pass its tables and records back to it.
AnyGame: TypeAlias = Game[HouseRules, HandRecord]


def cast_record(game: Game[Rules, Record], record: HandRecord) -> Record:
    """Return `record` typed as a record of this game.

    Source: docs/adr/0018-scoring-core.md, "One contract".
    """
    del game
    return cast(Record, record)


def find_roles(game: Game[Rules, Record], record: HandRecord) -> Roles:
    """Return the roles of the players in a hand of this game.

    Source: docs/reference/format.md, "Hands".
    """
    return game.info.roles(cast_record(game, record))


def find_speakers(game: Game[Rules, Record], record: HandRecord) -> Speakers:
    """Return the speakers of each step of kontra in a hand of this game, as far as recorded.

    Source: docs/reference/format.md, "kontras".
    """
    find = game.info.speakers
    return find(cast_record(game, record)) if find else {}
