"""The contract of a game: what the book, the scorer and the tests ask of each one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.core.grammar import Head
from scoring.core.guide import Topic
from scoring.core.posting import Line, Scored
from scoring.core.problem import Problem
from scoring.core.reader import Reader
from scoring.core.table import Table


@dataclass(frozen=True, slots=True)
class Stake:
    """What a player would receive (+) or pay (-), by account, if the hand went as `code` says.

    code: key of its sentence, "stake_best" or "stake_worst" seen by the declarer's side, or the
    game's own.

    Source: shared/DECISIONS.md, "Drafts"; shared/USERS.md, "At stake line".
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

    Source: shared/DECISIONS.md, "Drafts".
    """

    lines: tuple[Line, ...]
    problems: tuple[Problem, ...]
    complete: bool
    stakes: tuple[Stake, ...] = ()
    open: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """One game of the family, as plain functions and data.

    key: its name in documents; fewest, most: players at the table; rules: frozen dataclass of house
    rules, every field an `option`; presets: name to options; check_rules: contradictions between
    options; pots: names of the pots under these rules; sits_out: who takes no part in the next
    hand, or None; read: JSON of a hand event (type and note already taken) to its frozen record,
    None when faults were noted; write: record back to canonical JSON, defaults left out; check:
    every fault of a record at this table, at once; score: a faultless record to lines and the table
    after it; preview: raw JSON of an unfinished hand; join: lines that a newcomer's arrival moves,
    with the table already holding the newcomer; fine: lines of a fine of that severity, None where
    fines do not exist; hat: the loser of the XXI wears one; figures: every figure a line of a hand
    can be about, to the key of its term; guide: all rules under these house
    rules, in topics; sentences: code to English sentence; terms: key to the
    English word of the field; shorthand: the kinds of lines that stand for its events.

    Source: shared/STYLE.md, 5.
    """

    key: str
    fewest: int
    most: int
    rules: type[Any]
    presets: Mapping[str, Mapping[str, Any]]
    check_rules: Callable[[Any], list[Problem]]
    pots: Callable[[Any], tuple[str, ...]]
    sits_out: Callable[[Table], str | None]
    read: Callable[[Reader], Any]
    write: Callable[[Any], dict[str, Any]]
    check: Callable[[Any, Table], list[Problem]]
    score: Callable[[Any, Table], Scored]
    preview: Callable[[Mapping[str, Any], Table], Preview]
    join: Callable[[Table, str], tuple[Line, ...]]
    fine: Callable[[Table, str, str], tuple[Line, ...]] | None
    hat: bool
    figures: Mapping[str, str]
    guide: Callable[[Any], tuple[Topic, ...]]
    sentences: Mapping[str, str]
    terms: Mapping[str, str]
    shorthand: tuple[Head, ...]
