"""Confirmations and objections as text, and merged into the history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from tarokk_club.club.confirmations.queries.confirmations import (
    Objection,
    Seal,
    Signing,
    load_open_objections,
)
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Change, Club, Kind, Session, Statement
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.session.queries.chronicle import DescribedLine, describe_history
from tarokk_club.club.session.queries.history import History, history_line, history_of
from tarokk_club.club.session.titles import title_of_record


@dataclass(frozen=True, slots=True)
class LaidStatement:
    """A statement as text.

    who: name of its author.
    number, title: number and title of the hand; None and "" for a session.
    """

    statement: Statement
    label: str
    who: str
    number: int | None
    title: str


@dataclass(frozen=True, slots=True)
class LaidSeal:
    """A valid confirmation as text.

    since: later lines of the history that affect it.
    """

    said: LaidStatement
    since: tuple[DescribedLine, ...]


@dataclass(frozen=True, slots=True)
class LaidObjection:
    """An objection as text, with the withdrawal, answer or correction that closed it."""

    said: LaidStatement
    open: bool
    taken_back: LaidStatement | None
    answer: LaidStatement | None
    correction: DescribedLine | None


@dataclass(frozen=True, slots=True)
class Verdicts:
    """All confirmations and objections of a session as text.

    seals: confirmations of the session.
    hands: confirmations of single hands, oldest first.
    objections: open objections before closed ones.
    names: names of the players, by id.
    """

    seals: tuple[LaidSeal, ...]
    hands: tuple[LaidSeal, ...]
    objections: tuple[LaidObjection, ...]
    names: Mapping[str, str]

    def select_hand(self, entry_id: UUID) -> Verdicts:
        """Return only the confirmations and objections of one hand."""
        hands = (one for one in self.hands if one.said.statement.entry_id == entry_id)
        about = (one for one in self.objections if one.said.statement.entry_id == entry_id)
        return Verdicts((), tuple(hands), tuple(about), self.names)


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """A line of the history or a statement; the other field is None."""

    told: DescribedLine | None
    said: LaidStatement | None


def build_verdicts(signing: Signing) -> Verdicts:
    """Return the confirmations and objections of a session as text, in at most one query."""
    if not signing.statements:
        return Verdicts((), (), (), {})
    numbers = {entry_id: booking.number for entry_id, booking in signing.bookings.items()}
    history = [history_line(change, numbers) for change in reversed(signing.changes)]
    whole = history_of(signing.session, history)
    lines = {one.line.seq: one for one in describe_history(whole)}
    titles = _find_titles(lines.values())

    def lay_out_seal(seal: Seal) -> LaidSeal:
        return LaidSeal(
            _lay_out_statement(seal.statement, titles), _select_lines(seal.since, lines)
        )

    def lay_out_objection(objection: Objection) -> LaidObjection:
        return LaidObjection(
            said=_lay_out_statement(objection.statement, titles),
            open=objection.open,
            taken_back=_lay_out_statement(objection.taken_back, titles)
            if objection.taken_back
            else None,
            answer=_lay_out_statement(objection.answer, titles) if objection.answer else None,
            correction=lines[objection.correction.seq] if objection.correction else None,
        )

    seals = [lay_out_seal(one) for one in signing.valid_seals]
    objections = sorted(signing.objections, key=lambda one: not one.open)
    return Verdicts(
        seals=tuple(one for one in seals if one.said.statement.entry_id is None),
        hands=tuple(one for one in seals if one.said.statement.entry_id),
        objections=tuple(lay_out_objection(one) for one in objections),
        names=whole.names,
    )


def merge_statements_into_history(session: Session, whole: History) -> tuple[HistoryItem, ...]:
    """Return the lines of the history merged with the statements, newest first."""
    lines = describe_history(whole)
    titles = _find_titles(lines)
    rows = session.statements.select_related("author", "player", "about").order_by("seq")
    statements = rows if session.statements_count else ()
    placed = [((one.line.seq, 0), HistoryItem(one, None)) for one in lines]
    placed += [
        ((one.version, one.seq), HistoryItem(None, _lay_out_statement(one, titles)))
        for one in statements
    ]
    placed.sort(key=lambda pair: pair[0], reverse=True)
    return tuple(item for _place, item in placed)


def load_waiting_objections(club: Club) -> tuple[LaidStatement, ...]:
    """Return the open objections of a club, newest first, in three queries."""
    objections = load_open_objections(club)
    words = ClubWords(names_in(club.id) if objections else {})
    return tuple(
        _lay_out_statement(one, {one.entry_id: _find_current_title(one, words)})
        for one in objections
    )


def _find_current_title(statement: Statement, words: ClubWords) -> tuple[int | None, str]:
    entry = statement.entry
    if entry is None:
        return None, ""
    booking = getattr(entry, "booking", None)
    return booking.number if booking else None, title_of_record(
        entry.session.played_game, entry.record, words
    )


def _find_titles(lines: Iterable[DescribedLine]) -> dict[UUID | None, tuple[int | None, str]]:
    """Return the number and title of each entry in its current form, by entry id.

    lines: newest first.
    """
    titles: dict[UUID | None, tuple[int | None, str]] = {}
    for one in lines:
        if one.line.entry_id:
            titles.setdefault(one.line.entry_id, (one.line.number, one.title))
    return titles


def _select_lines(
    changes: Iterable[Change], lines: Mapping[int, DescribedLine]
) -> tuple[DescribedLine, ...]:
    return tuple(lines[change.seq] for change in changes if change.seq in lines)


def _lay_out_statement(
    statement: Statement, titles: Mapping[Any, tuple[int | None, str]]
) -> LaidStatement:
    number, title = titles.get(statement.entry_id, (None, ""))
    return LaidStatement(
        statement, _label_statement(statement), _name_author(statement), number, title
    )


def _label_statement(statement: Statement) -> str:
    about = statement.about
    if statement.kind == Kind.TAKE_BACK and about and about.kind == Kind.OBJECT:
        return gettext("Objection withdrawn")
    return statement.get_kind_display()


def _name_author(statement: Statement) -> str:
    """Return the name of a statement's player, or else of its author."""
    if statement.player:
        return statement.player.name
    return statement.author.name if statement.author else gettext("the operator")
