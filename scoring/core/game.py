"""The contract of a game: what the book, the scorer and the tests ask of each one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeAlias, TypeVar, cast

from scoring.core.grammar import Head
from scoring.core.guide import Topic
from scoring.core.hand_facts import (
    Bidding,
    Ending,
    Feat,
    FineWords,
    HandRecord,
    People,
    Raised,
    Roles,
    Title,
)
from scoring.core.options import HouseRules, Rules
from scoring.core.posting import Line, Scored
from scoring.core.problem import Problem
from scoring.core.reader import Reader
from scoring.core.table import TableOf

Record = TypeVar("Record", bound=HandRecord)
# What a check is handed, and by which rules.
Told = TypeVar("Told", bound=HandRecord, contravariant=True)
Ruled = TypeVar("Ruled", bound=HouseRules, contravariant=True)
# A JSON object, perhaps unfinished.
Raw: TypeAlias = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Stake:
    """What a player would receive (+) or pay (-), by account, if the hand went as `code` says.

    code: key of its sentence, "stake_best" or "stake_worst" seen by the declarer's side, or the
    game's own.

    Source: docs/adr/0008-drafts-on-the-server.md, "At stake".
    """

    code: str
    points: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Preview:
    """What a hand in the making already moves, and what is still at stake.

    lines: certain so far (the whole hand when complete); problems: faults so far; complete: it
    could be saved now; stakes: the hand at its best and worst, empty when nothing can be said yet;
    open: what was begun and not told to its end, such as an announced figure without its fate, each
    as a sentence that asks: while there is one, no amount of what it changes is certain.

    Source: docs/adr/0008-drafts-on-the-server.md.
    """

    lines: tuple[Line, ...]
    problems: tuple[Problem, ...]
    complete: bool
    stakes: tuple[Stake, ...] = ()
    open: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Lore(Generic[Record]):
    """What the figures and pages of a club have to know of a game and only the game knows.

    name: English, marked, as all words here; place: where it stands among the games, the lowest
    first; language: in which its players say its words; round_name: of its doubled hands, "" where
    they have none; endings: by outcome; roles: who did what in a hand; title: JSON of a hand event,
    perhaps unfinished, to its short line, None where the word of its ending says all; bidding: what
    a declarer may play, None where there is none; sided: two sides meet, else everybody plays
    alone, and figures_title stands over its figures; plain: figures that are no feat of anybody,
    the game itself among them; pot_items: items of lines that only pay out of a pot what another
    line is about; counted: figures that are always declared, and with how many cards; declared:
    all that are declared, cards told before the play and paid whatever happens; feats: figures that
    are kept as trophies; pots: the names of all pots that any house rules have, in order; fines: by
    severity, empty where there are none, with a hint beside them; choices: word of
    an option's choice, by "option.choice"; presets: word of each preset; preset_lines: what each
    plays, in one line; by_bid: words of the two numbers that an option may have for each bid;
    unsaid: fields of a hand to the sentence that asks for what is missing in a line of shorthand;
    contexts: terms that share their English with another, to what they are; people: where its hand
    events hold players; hand_keys: every key of its hand events but type and note, in the order of
    the paper on the format; raised: what its older house rules mean today; offered: its hands can
    be entered, so that a club may choose it.

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
    raised: tuple[Raised, ...] = ()
    offered: bool = True


class Check(Protocol[Ruled, Told]):
    """Every fault of a record at a table, at once, as the schema that it was written under sees it.

    Source: scoring/RULEBOOK.md, section 6.
    """

    def __call__(self, record: Told, table: TableOf[Ruled], /, *, schema: int) -> list[Problem]: ...


@dataclass(frozen=True, slots=True)
class Game(Generic[Rules, Record]):
    """One game of the family, as plain functions and data.

    key: its name in documents; fewest, most: players at the table; rules: frozen dataclass of house
    rules, every field an `option`; presets: name to options; check_rules: contradictions between
    options; pots: names of the pots under these rules; sits_out: who takes no part in the next
    hand, or None; read: JSON of a hand event (type and note already taken) to its frozen record,
    None when faults were noted; write: record back to canonical JSON, defaults left out; check:
    every fault of a record at this table, at once, by the schema it was written under; score: a
    faultless record to lines and the table after it; preview: raw JSON of an unfinished hand; join:
    lines that a newcomer's arrival moves, with the table already holding the newcomer; fine: lines
    of a fine of that severity, None where fines do not exist; hat: the loser of the XXI wears one;
    notice: somebody may give notice to end the session; figures: every figure a line of a hand can
    be about, to the key of its term, but for those of the club itself (`own:`); guide: all rules
    under these house rules, in topics; sentences: code to English sentence; terms: key to the
    English word of the field; shorthand: the kinds of lines that stand for its events; lore: what
    the pages of a club have to know of it; restated: a record of an older schema so that `score`
    pays what was paid for it then, None where nothing changed.

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
    write: Callable[[Record], dict[str, object]]
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
    shorthand: tuple[Head, ...]
    lore: Lore[Record]
    restated: Callable[[Record, int], Record] | None = None


# A game of which nobody says which one it is. Its tables and records are opaque: whoever holds one
# got it from this very game and only hands it back.
AnyGame: TypeAlias = Game[HouseRules, HandRecord]


def own_record(game: Game[Rules, Record], record: HandRecord) -> Record:
    """A record of a hand of this game, as the game itself knows it.

    Source: docs/adr/0018-scoring-core.md, "One contract".
    """
    del game
    return cast(Record, record)


def roles_of(game: Game[Rules, Record], record: HandRecord) -> Roles:
    """Who did what in a hand of this game. Source: docs/reference/format.md, "Hands"."""
    return game.lore.roles(own_record(game, record))
