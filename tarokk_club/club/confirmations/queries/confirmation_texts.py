"""Confirmations and objections as text, by themselves or merged into the history."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from tarokk_club.club.confirmations.queries.confirmations import (
    Objection,
    SessionConfirmations,
    ValidConfirmation,
    load_open_objections,
)
from tarokk_club.club.formatting.sentences import ClubWords
from tarokk_club.club.models import Change, Club, Confirmation, ConfirmationKind, Session
from tarokk_club.club.names.player_names import load_names
from tarokk_club.club.session.queries.history.history import (
    History,
    build_history,
    build_history_line,
)
from tarokk_club.club.session.queries.history.history_texts import DescribedLine, describe_history
from tarokk_club.club.session.titles import format_record_title


@dataclass(frozen=True, slots=True)
class ConfirmationLine:
    """A confirmation, objection, withdrawal or answer as text.

    author: name of the player who confirmed or objected, or else of the user.
    number, title: number and title of the hand; None and "" for a session.
    """

    row: Confirmation
    label: str
    author: str
    number: int | None
    title: str


@dataclass(frozen=True, slots=True)
class ConfirmationText:
    """A valid confirmation as text.

    since: later lines of the history that affect the confirmed hand or session.
    """

    line: ConfirmationLine
    since: tuple[DescribedLine, ...]


@dataclass(frozen=True, slots=True)
class ObjectionText:
    """An objection as text, with the withdrawal, answer or correction that closed it."""

    line: ConfirmationLine
    is_open: bool
    taken_back: ConfirmationLine | None
    answer: ConfirmationLine | None
    correction: DescribedLine | None


@dataclass(frozen=True, slots=True)
class ConfirmationTexts:
    """The valid confirmations and all objections of a session as text.

    confirmations: confirmations of the session.
    hands: confirmations of single hands.
    objections: open objections before closed ones.
    names: names of the players, by id.
    """

    confirmations: tuple[ConfirmationText, ...]
    hands: tuple[ConfirmationText, ...]
    objections: tuple[ObjectionText, ...]
    names: Mapping[str, str]

    def select_hand(self, entry_id: UUID) -> ConfirmationTexts:
        """Return only the confirmations and objections of one hand."""
        hands = (hand for hand in self.hands if hand.line.row.entry_id == entry_id)
        about = (
            objection for objection in self.objections if objection.line.row.entry_id == entry_id
        )
        return ConfirmationTexts((), tuple(hands), tuple(about), self.names)


@dataclass(frozen=True, slots=True)
class HistoryItem:
    """A line of the history, or a confirmation; only one of the fields is set."""

    change_row: DescribedLine | None
    confirmation_line: ConfirmationLine | None


def build_confirmation_texts(confirmations: SessionConfirmations) -> ConfirmationTexts:
    """Return the valid confirmations and all objections as text, in at most one query."""
    if not confirmations.rows:
        return ConfirmationTexts((), (), (), {})
    numbers = {entry_id: posting.number for entry_id, posting in confirmations.postings.items()}
    history = [build_history_line(change, numbers) for change in reversed(confirmations.changes)]
    session_history = build_history(confirmations.session, history)
    lines = {line.line.seq: line for line in describe_history(session_history)}
    titles = _find_titles(lines.values())

    def lay_out_confirmation(confirmation: ValidConfirmation) -> ConfirmationText:
        return ConfirmationText(
            _build_line(confirmation.row, titles),
            _select_lines(confirmation.since, lines),
        )

    def lay_out_objection(objection: Objection) -> ObjectionText:
        return ObjectionText(
            line=_build_line(objection.row, titles),
            is_open=objection.is_open,
            taken_back=_build_line(objection.taken_back, titles) if objection.taken_back else None,
            answer=_build_line(objection.answer, titles) if objection.answer else None,
            correction=lines[objection.correction.seq] if objection.correction else None,
        )

    texts = [lay_out_confirmation(valid) for valid in confirmations.valid_confirmations]
    objections = sorted(confirmations.objections, key=lambda objection: not objection.is_open)
    return ConfirmationTexts(
        confirmations=tuple(text for text in texts if text.line.row.entry_id is None),
        hands=tuple(text for text in texts if text.line.row.entry_id),
        objections=tuple(lay_out_objection(objection) for objection in objections),
        names=session_history.names,
    )


def merge_confirmations_into_history(
    session: Session, session_history: History
) -> tuple[HistoryItem, ...]:
    """Return the lines of the history merged with the confirmations, newest first."""
    lines = describe_history(session_history)
    titles = _find_titles(lines)
    rows = session.confirmations.select_related("author", "player", "about").order_by("seq")
    confirmations = rows if session.statements_count else ()
    placed = [((line.line.seq, 0), HistoryItem(line, None)) for line in lines]
    placed += [
        (
            (confirmation.version, confirmation.seq),
            HistoryItem(None, _build_line(confirmation, titles)),
        )
        for confirmation in confirmations
    ]
    placed.sort(key=lambda pair: pair[0], reverse=True)
    return tuple(item for _place, item in placed)


def load_open_objection_lines(club: Club) -> tuple[ConfirmationLine, ...]:
    """Return the open objections of a club as text, newest first, in at most three queries."""
    objections = load_open_objections(club)
    words = ClubWords(load_names(club.id) if objections else {})
    return tuple(
        _build_line(objection, {objection.entry_id: _find_current_title(objection, words)})
        for objection in objections
    )


def _find_current_title(confirmation: Confirmation, words: ClubWords) -> tuple[int | None, str]:
    entry = confirmation.entry
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


def _build_line(
    confirmation: Confirmation, titles: Mapping[Any, tuple[int | None, str]]
) -> ConfirmationLine:
    number, title = titles.get(confirmation.entry_id, (None, ""))
    return ConfirmationLine(
        confirmation, _label_confirmation(confirmation), _format_author(confirmation), number, title
    )


def _label_confirmation(confirmation: Confirmation) -> str:
    about = confirmation.about
    if (
        confirmation.kind == ConfirmationKind.WITHDRAWAL
        and about
        and about.kind == ConfirmationKind.OBJECTION
    ):
        return gettext("Objection withdrawn")
    return confirmation.get_kind_display()


def _format_author(confirmation: Confirmation) -> str:
    """Return the name of a confirmation's player, or else of its author."""
    if confirmation.player:
        return confirmation.player.name
    return confirmation.author.name if confirmation.author else gettext("the operator")
