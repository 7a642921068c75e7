"""Confirmations and objections in words, and their place in the history."""

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
    open_objections,
)
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Change, Club, Kind, Session, Statement
from tarokk_club.club.names.player_names import names_in
from tarokk_club.club.session.queries.chronicle import DescribedLine, describe_history
from tarokk_club.club.session.queries.history import History, build_history, build_history_line
from tarokk_club.club.session.titles import title_of_record


@dataclass(frozen=True, slots=True)
class LaidStatement:
    """A statement in words.

    number, title: of the hand it is about; None and "" for a session.
    """

    statement: Statement
    label: str
    who: str
    number: int | None
    title: str


@dataclass(frozen=True, slots=True)
class LaidSeal:
    """A valid confirmation, and the lines of the history since."""

    said: LaidStatement
    since: tuple[DescribedLine, ...]


@dataclass(frozen=True, slots=True)
class LaidObjection:
    """An objection and what closed it, if anything."""

    said: LaidStatement
    open: bool
    taken_back: LaidStatement | None
    answer: LaidStatement | None
    correction: DescribedLine | None


@dataclass(frozen=True, slots=True)
class Verdicts:
    """All confirmations and objections of a session.

    seals: of the session.
    hands: of single hands, oldest first.
    objections: open ones first.
    names: of the players, by id.
    """

    seals: tuple[LaidSeal, ...]
    hands: tuple[LaidSeal, ...]
    objections: tuple[LaidObjection, ...]
    names: Mapping[str, str]

    def of(self, entry_id: UUID) -> Verdicts:
        """Return those about one hand only."""
        hands = (one for one in self.hands if one.said.statement.entry_id == entry_id)
        about = (one for one in self.objections if one.said.statement.entry_id == entry_id)
        return Verdicts((), tuple(hands), tuple(about), self.names)


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """A line of the history, or a statement in its place."""

    told: DescribedLine | None
    said: LaidStatement | None


def verdicts(signing: Signing) -> Verdicts:
    """Return everything that was stated about a session, in one query; without a query if nothing
    was.
    """
    if not signing.statements:
        return Verdicts((), (), (), {})
    numbers = {entry_id: booking.number for entry_id, booking in signing.bookings.items()}
    found = [build_history_line(change, numbers) for change in reversed(signing.changes)]
    whole = build_history(signing.session, found)
    lines = {one.line.seq: one for one in describe_history(whole)}
    titles = _titles(lines.values())

    def laid(seal: Seal) -> LaidSeal:
        return LaidSeal(_laid_statement(seal.statement, titles), _lines(seal.since, lines))

    def objected(objection: Objection) -> LaidObjection:
        return LaidObjection(
            said=_laid_statement(objection.statement, titles),
            open=objection.open,
            taken_back=_laid_statement(objection.taken_back, titles)
            if objection.taken_back
            else None,
            answer=_laid_statement(objection.answer, titles) if objection.answer else None,
            correction=lines[objection.correction.seq] if objection.correction else None,
        )

    seals = [laid(one) for one in signing.standing]
    objections = sorted(signing.objections, key=lambda one: not one.open)
    return Verdicts(
        seals=tuple(one for one in seals if one.said.statement.entry_id is None),
        hands=tuple(one for one in seals if one.said.statement.entry_id),
        objections=tuple(objected(one) for one in objections),
        names=whole.names,
    )


def with_statements(session: Session, whole: History) -> tuple[HistoryItem, ...]:
    """Return the history with the statements in their places, newest first."""
    lines = describe_history(whole)
    titles = _titles(lines)
    rows = session.statements.select_related("author", "player", "about").order_by("seq")
    statements = rows if session.statements_count else ()
    placed = [((one.line.seq, 0), HistoryItem(one, None)) for one in lines]
    placed += [
        ((one.version, one.seq), HistoryItem(None, _laid_statement(one, titles)))
        for one in statements
    ]
    placed.sort(key=lambda pair: pair[0], reverse=True)
    return tuple(item for _place, item in placed)


def waiting(club: Club) -> tuple[LaidStatement, ...]:
    """Return the open objections of a club, newest first, in three queries."""
    found = open_objections(club)
    words = ClubWords(names_in(club.id) if found else {})
    return tuple(_laid_statement(one, {one.entry_id: _standing_title(one, words)}) for one in found)


def _standing_title(statement: Statement, words: ClubWords) -> tuple[int | None, str]:
    entry = statement.entry
    if entry is None:
        return None, ""
    booking = getattr(entry, "booking", None)
    return booking.number if booking else None, title_of_record(
        entry.session.played_game, entry.record, words
    )


def _titles(lines: Iterable[DescribedLine]) -> dict[UUID | None, tuple[int | None, str]]:
    """Return the number and title of every entry in its present form; the lines come newest
    first.
    """
    found: dict[UUID | None, tuple[int | None, str]] = {}
    for one in lines:
        if one.line.entry_id:
            found.setdefault(one.line.entry_id, (one.line.number, one.title))
    return found


def _lines(
    changes: Iterable[Change], lines: Mapping[int, DescribedLine]
) -> tuple[DescribedLine, ...]:
    return tuple(lines[change.seq] for change in changes if change.seq in lines)


def _laid_statement(
    statement: Statement, titles: Mapping[Any, tuple[int | None, str]]
) -> LaidStatement:
    number, title = titles.get(statement.entry_id, (None, ""))
    return LaidStatement(statement, _label(statement), _who(statement), number, title)


def _label(statement: Statement) -> str:
    about = statement.about
    if statement.kind == Kind.TAKE_BACK and about and about.kind == Kind.OBJECT:
        return gettext("Objection withdrawn")
    return statement.get_kind_display()


def _who(statement: Statement) -> str:
    """Return the player's name at the table, or the account name of a member who answers."""
    if statement.player:
        return statement.player.name
    return statement.author.name if statement.author else gettext("the operator")
