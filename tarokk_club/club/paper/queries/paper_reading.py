"""Reading of a paper sheet typed in shorthand, with the faults or the points of each line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_noop as _

from scoring.core.accounts import add_amounts
from scoring.core.events import Hand, read_event
from scoring.core.game import AnyGame
from scoring.core.grammar import LineKind
from scoring.core.nicknames import Nicknames
from scoring.core.posting import sum_points
from scoring.core.problem import Problem, RefusedError
from scoring.core.replay import Step, apply_event
from scoring.core.shorthand_languages import (
    ENGLISH,
    list_reserved_words_in_all_languages,
    translate_line_kinds,
)
from scoring.core.shorthand_read import ParsedLine, is_empty_line, read_line
from scoring.core.table import Table
from scoring.games import GAMES
from tarokk_club.club.formatting.sentences import (
    ClubWords,
    register_refusals,
    render_problem,
    render_sentence,
)
from tarokk_club.club.models import Session
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.people.queries.clubs import list_active_players
from tarokk_club.club.session.queries.replay.posted_session import load_posted_session
from tarokk_club.club.session.queries.rows.row_layout import Pot, build_pots
from tarokk_club.club.session.titles import format_record_title
from tarokk_club.club.writing.removed_players import (
    RemovedPlayers,
    find_ids_in_content,
    find_removed_players,
    replace_ids,
)

# The problem codes for words that are missing in a line, by field of the record.
_MISSING = MappingProxyType({"note": "line_without_reason"})

register_refusals(
    {
        "line_without_reason": _("The reason is missing: write it after a #."),
    }
)


@dataclass(frozen=True, slots=True)
class LineFault:
    """A fault in a line.

    column: the position of the fault in the line, from 1.
    good: the text of the line before the fault.
    bad: the rest of the line.
    """

    column: int
    good: str
    bad: str
    sentence: str


@dataclass(frozen=True, slots=True)
class PaperLine:
    """A non-empty line of the sheet.

    number: the number of the line.
    hand: the number of the hand; None for other events, and from the first faulty line on.
    cells: (points of the line, total after it) by player; empty from the first faulty line on.
    """

    number: int
    text: str
    title: str
    faults: tuple[LineFault, ...] = ()
    hand: int | None = None
    dealer: str = ""
    multiplier: int = 1
    cells: tuple[tuple[int, int] | None, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperReading:
    """The result of reading a sheet.

    columns: names of all players.
    raws: the events in order, up to the first faulty line.
    pots: pots after the last line; empty if a line is faulty.
    merged: values of the message about each merged player named in a line, by id.
    """

    columns: tuple[str, ...]
    lines: tuple[PaperLine, ...]
    raws: tuple[dict[str, Any], ...]
    totals: tuple[int, ...]
    pots: tuple[Pot, ...]
    merged: Mapping[str, Mapping[str, str]]

    @property
    def is_valid(self) -> bool:
        """Whether the whole sheet can be saved as it is."""
        return bool(self.lines) and not self.faulty_lines

    @property
    def faulty_lines(self) -> tuple[PaperLine, ...]:
        """The lines with faults."""
        return tuple(line for line in self.lines if line.faults)

    @property
    def applied_lines(self) -> tuple[PaperLine, ...]:
        """The lines that were applied to the table."""
        return tuple(line for line in self.lines if line.cells)

    @property
    def hand_count(self) -> int:
        """The number of lines that are hands."""
        return sum(line.hand is not None for line in self.applied_lines)


@dataclass(slots=True)
class _Sheet:
    """The state of a sheet that is being read.

    former: the nicknames, including those of merged players.
    gone: the merged and erased players.
    newcomers: ids of the active players, who may join.
    table: None after the first faulty line.
    merged: as in PaperReading.
    """

    game: AnyGame
    nicknames: Nicknames
    former: Nicknames
    gone: RemovedPlayers
    words: ClubWords
    newcomers: frozenset[str]
    table: Table | None
    totals: dict[str, int]
    raws: list[dict[str, Any]] = field(default_factory=list)
    merged: dict[str, Mapping[str, str]] = field(default_factory=dict)


def list_shorthand_line_kinds(game: str) -> tuple[LineKind, ...]:
    """Return the line kinds of a game's shorthand, in the reader's language."""
    return _load_line_kinds(game, get_language() or ENGLISH)


@cache
def _load_line_kinds(game: str, language: str) -> tuple[LineKind, ...]:
    # Cached, because every line of every sheet needs them.
    return translate_line_kinds(GAMES[game].shorthand, language)


def list_nicknames(session: Session) -> tuple[tuple[str, str], ...]:
    """Return the nickname in shorthand and the full name of every player of the session."""
    names = load_names(session.club_id)
    sitting = {player: names[player] for player in load_posted_session(session).table.everyone}
    nicknames = Nicknames(
        sitting, reserved=list_reserved_words_in_all_languages(session.played_game.shorthand)
    )
    return tuple((nicknames.find_short_name(player), name) for player, name in sitting.items())


def read_paper_sheet(session: Session, text: str) -> PaperReading:
    """Return the result of reading the text as a continuation of the session; save nothing."""
    book = load_posted_session(session)
    table = book.table
    names, active = load_names(session.club_id), dict(list_active_players(session.club))
    sitting = {player: names[player] for player in table.everyone}
    gone = find_removed_players(session.club_id, names.keys() - active.keys() - sitting.keys())
    reserved = list_reserved_words_in_all_languages(session.played_game.shorthand)
    former_names = {player: gone.names[player] for player in gone.merged}
    sheet = _Sheet(
        game=session.played_game,
        nicknames=Nicknames(sitting, active, reserved),
        former=Nicknames(sitting, {**active, **former_names}, reserved),
        gone=gone,
        words=ClubWords(names),
        newcomers=frozenset(active),
        table=table,
        totals=dict(book.totals),
    )
    read = [
        _read_line(sheet, number, line)
        for number, line in enumerate(text.splitlines(), start=1)
        if not is_empty_line(line)
    ]
    return PaperReading(
        columns=tuple(sheet.words.name(player) for player in sheet.totals),
        lines=tuple(read),
        raws=tuple(sheet.raws),
        totals=tuple(sheet.totals.values()),
        pots=build_pots(sheet.table.pots, sheet.words) if sheet.table else (),
        merged=sheet.merged,
    )


def _read_line(sheet: _Sheet, number: int, text: str) -> PaperLine:
    parsed = _parse_line(sheet, text)
    faults = [_build_fault(sheet, text, fault.column, fault.problem) for fault in parsed.faults]
    step = None
    if not faults:
        step, problems = _apply_line(sheet, parsed)
        faults = [
            _build_fault(sheet, text, parsed.find_column(problem.field), problem)
            for problem in problems
        ]
    if faults:
        sheet.table = None
        return PaperLine(number, text, "", tuple(faults))
    title = format_record_title(sheet.game, parsed.raw, sheet.words)
    if step is None:
        return PaperLine(number, text, title)
    sheet.raws.append(parsed.raw)
    return _build_scored_line(sheet, step, PaperLine(number, text, title))


def _parse_line(sheet: _Sheet, text: str) -> ParsedLine:
    """Return the parsed line, with each merged player replaced by the remaining one.

    Also note the merged players in `sheet.merged`.
    """
    lines = list_shorthand_line_kinds(sheet.game.key)
    parsed = read_line(lines, text, sheet.nicknames)
    if not sheet.gone or all(fault.problem.code != "sh.player_unknown" for fault in parsed.faults):
        return parsed
    before = read_line(lines, text, sheet.former)
    if before.faults:
        return parsed
    merged_ids = find_ids_in_content(before.raw) & sheet.gone.merged.keys()
    sheet.merged |= {player: sheet.gone.build_message_values(player) for player in merged_ids}
    return replace(before, raw=replace_ids(before.raw, sheet.gone.merged))


def _apply_line(sheet: _Sheet, line: ParsedLine) -> tuple[Step | None, list[Problem]]:
    """Apply the event to the table and return the step and the problems.

    The step is None if there are problems, or if the table is unknown because a line above is
    faulty.
    """
    try:
        event = read_event(sheet.game, line.raw)
    except RefusedError as refused:
        return None, refused.problems
    if sheet.table is None:
        return None, []
    joining = line.raw["player"] if line.raw["type"] == "join" else None
    if joining and joining not in sheet.newcomers:
        return None, [Problem("no_such_player", "player")]
    step = apply_event(sheet.game, sheet.table, event)
    if step.problems:
        return None, list(step.problems)
    sheet.table = step.after
    return step, []


def _build_scored_line(sheet: _Sheet, step: Step, line: PaperLine) -> PaperLine:
    before, net = step.before, sum_points(step.lines)
    for player in step.after.everyone:
        sheet.totals.setdefault(player, 0)
    add_amounts(
        sheet.totals, {player: points for player, points in net.items() if player in sheet.totals}
    )
    is_hand = isinstance(step.event, Hand)
    return PaperLine(
        number=line.number,
        text=line.text,
        title=line.title,
        hand=before.number if is_hand else None,
        dealer=sheet.words.name(before.dealer) if is_hand else "",
        multiplier=before.multiplier if is_hand else 1,
        cells=pair_points_with_totals(net, sheet.totals),
    )


def pair_points_with_totals(
    net: Mapping[str, int], totals: Mapping[str, int]
) -> tuple[tuple[int, int] | None, ...]:
    """Return each player's points and total, as on paper.

    net: points by player, positive if received.
    """
    return tuple((net.get(player, 0), total) for player, total in totals.items())


def _build_fault(sheet: _Sheet, text: str, column: int, problem: Problem) -> LineFault:
    unsaid = _MISSING | sheet.game.info.unsaid
    missing = unsaid.get(problem.field) if problem.code == "missing" else None
    sentence = render_sentence(missing) if missing else render_problem(problem, sheet.words)
    return LineFault(column, text[: column - 1], text[column - 1 :], sentence)
