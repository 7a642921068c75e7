"""Confirmations and objections as text, by themselves or merged into the history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from tarokk_club.club.confirmations.queries.confirmations import (
    Objection,
    SessionStatements,
    ValidConfirmation,
    load_open_objections,
)
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Change, Club, Session, Statement, StatementKind
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.session.queries.chronicle import DescribedLine, describe_history
from tarokk_club.club.session.queries.history import History, build_history, build_history_line
from tarokk_club.club.session.titles import format_record_title


@dataclass(frozen=True, slots=True)
class StatementText:
    """A statement as text.

    author: name of its author.
    number, title: number and title of the hand; None and "" for a session.
    """

    statement: Statement
    label: str
    author: str
    number: int | None
    title: str


@dataclass(frozen=True, slots=True)
class ConfirmationText:
    """A valid confirmation as text.

    since: later lines of the history that affect it.
    """

    statement_row: StatementText
    since: tuple[DescribedLine, ...]


@dataclass(frozen=True, slots=True)
class ObjectionText:
    """An objection as text, with the withdrawal, answer or correction that closed it."""

    statement_row: StatementText
    open: bool
    taken_back: StatementText | None
    answer: StatementText | None
    correction: DescribedLine | None


@dataclass(frozen=True, slots=True)
class StatementTexts:
    """All confirmations and objections of a session as text.

    confirmations: confirmations of the session.
    hands: confirmations of single hands.
    objections: open objections before closed ones.
    names: names of the players, by id.
    """

    confirmations: tuple[ConfirmationText, ...]
    hands: tuple[ConfirmationText, ...]
    objections: tuple[ObjectionText, ...]
    names: Mapping[str, str]

    def select_hand(self, entry_id: UUID) -> StatementTexts:
        """Return only the confirmations and objections of one hand."""
        hands = (hand for hand in self.hands if hand.statement_row.statement.entry_id == entry_id)
        about = (
            objection
            for objection in self.objections
            if objection.statement_row.statement.entry_id == entry_id
        )
        return StatementTexts((), tuple(hands), tuple(about), self.names)


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """A line of the history or a statement; the other field is None."""

    change_row: DescribedLine | None
    statement_row: StatementText | None


def build_statement_texts(statements: SessionStatements) -> StatementTexts:
    """Return the confirmations and objections of a session as text, in at most one query."""
    if not statements.statements:
        return StatementTexts((), (), (), {})
    numbers = {entry_id: posting.number for entry_id, posting in statements.postings.items()}
    history = [build_history_line(change, numbers) for change in reversed(statements.changes)]
    session_history = build_history(statements.session, history)
    lines = {line.line.seq: line for line in describe_history(session_history)}
    titles = _find_titles(lines.values())

    def lay_out_confirmation(confirmation: ValidConfirmation) -> ConfirmationText:
        return ConfirmationText(
            _lay_out_statement(confirmation.statement, titles),
            _select_lines(confirmation.since, lines),
        )

    def lay_out_objection(objection: Objection) -> ObjectionText:
        return ObjectionText(
            statement_row=_lay_out_statement(objection.statement, titles),
            open=objection.open,
            taken_back=_lay_out_statement(objection.taken_back, titles)
            if objection.taken_back
            else None,
            answer=_lay_out_statement(objection.answer, titles) if objection.answer else None,
            correction=lines[objection.correction.seq] if objection.correction else None,
        )

    confirmations = [
        lay_out_confirmation(confirmation) for confirmation in statements.valid_confirmations
    ]
    objections = sorted(statements.objections, key=lambda objection: not objection.open)
    return StatementTexts(
        confirmations=tuple(
            confirmation
            for confirmation in confirmations
            if confirmation.statement_row.statement.entry_id is None
        ),
        hands=tuple(
            confirmation
            for confirmation in confirmations
            if confirmation.statement_row.statement.entry_id
        ),
        objections=tuple(lay_out_objection(objection) for objection in objections),
        names=session_history.names,
    )


def merge_statements_into_history(
    session: Session, session_history: History
) -> tuple[HistoryItem, ...]:
    """Return the lines of the history merged with the statements, newest first."""
    lines = describe_history(session_history)
    titles = _find_titles(lines)
    rows = session.statements.select_related("author", "player", "about").order_by("seq")
    statements = rows if session.statements_count else ()
    placed = [((line.line.seq, 0), HistoryItem(line, None)) for line in lines]
    placed += [
        (
            (statement.version, statement.seq),
            HistoryItem(None, _lay_out_statement(statement, titles)),
        )
        for statement in statements
    ]
    placed.sort(key=lambda pair: pair[0], reverse=True)
    return tuple(item for _place, item in placed)


def load_waiting_objections(club: Club) -> tuple[StatementText, ...]:
    """Return the open objections of a club, newest first, in three queries."""
    objections = load_open_objections(club)
    words = ClubWords(load_names(club.id) if objections else {})
    return tuple(
        _lay_out_statement(objection, {objection.entry_id: _find_current_title(objection, words)})
        for objection in objections
    )


def _find_current_title(statement: Statement, words: ClubWords) -> tuple[int | None, str]:
    entry = statement.entry
    if entry is None:
        return None, ""
    posting = getattr(entry, "posting", None)
    return posting.number if posting else None, format_record_title(
        entry.session.played_game, entry.record, words
    )


def _find_titles(lines: Iterable[DescribedLine]) -> dict[UUID | None, tuple[int | None, str]]:
    """Return the number and title of each entry in its current form, by entry id.

    lines: newest first.
    """
    titles: dict[UUID | None, tuple[int | None, str]] = {}
    for line in lines:
        if line.line.entry_id:
            titles.setdefault(line.line.entry_id, (line.line.number, line.title))
    return titles


def _select_lines(
    changes: Iterable[Change], lines: Mapping[int, DescribedLine]
) -> tuple[DescribedLine, ...]:
    return tuple(lines[change.seq] for change in changes if change.seq in lines)


def _lay_out_statement(
    statement: Statement, titles: Mapping[Any, tuple[int | None, str]]
) -> StatementText:
    number, title = titles.get(statement.entry_id, (None, ""))
    return StatementText(
        statement, _label_statement(statement), _name_author(statement), number, title
    )


def _label_statement(statement: Statement) -> str:
    about = statement.about
    if statement.kind == StatementKind.TAKE_BACK and about and about.kind == StatementKind.OBJECT:
        return gettext("Objection withdrawn")
    return statement.get_kind_display()


def _name_author(statement: Statement) -> str:
    """Return the name of a statement's player, or else of its author."""
    if statement.player:
        return statement.player.name
    return statement.author.name if statement.author else gettext("the operator")
