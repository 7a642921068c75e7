"""What a tournament requires of every write to one of its tables; called in a unit of work only.

Every way into the book ends in `post`, which checks here: the page of a hand, the phone that was
    offline, the typed sheet, the import and the API.
"""

from __future__ import annotations

from scoring.core.problem import Problem
from tarokk_club.club.models import Entry, Session, Tournament
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.queries.prescribed import (
    count_prescribed_hands,
    count_redeals,
    is_locked,
)
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import SessionWrite


def require_prescribed(session: Session, hands: int) -> None:
    """Refuse a hand beyond the prescribed number.

    hands: as many as the table would have; so many are posted by now.

    A table of an older book that has more keeps them, and may be corrected.
    """
    deals = count_prescribed_hands(session)
    if hands <= session.hands_count or not 0 < deals < hands:
        return
    # A void hand also exceeds the number, if everybody has dealt before it.
    if deals < hands - count_redeals([session.pk], before=hands).get(session.pk, 0):
        raise ConflictError([Problem("hands_are_played", "", {"number": deals})])


def require_unlocked(write: SessionWrite, reason: str, entry: Entry | None) -> None:
    """Refuse a change of a final result by anybody but an organiser, and without a reason.

    It checks the state before the change, so that the last table can still end. A table that was
    reopened with a reason takes new entries without another one; its other entries stay locked.

    entry: the entry that changes, if any.
    """
    if not is_locked(write.session):
        return
    if not write.may(Right.CORRECT):
        raise ConflictError([Problem("tournament_locked", "")])
    if not reason and not _is_entered_since_reopening(write.session, entry):
        raise RefusedError([Problem("locked_without_reason", "reason")])
    table = write.session.tournament_table
    if table.round > table.tournament.guarded:
        guard(table.tournament)


def guard(tournament: Tournament) -> None:
    """Refuse changes to the rounds that were played, including those of a final."""
    tournament.guarded = max(tournament.guarded, tournament.last_round())
    tournament.save(update_fields=["guarded"])


def _is_entered_since_reopening(session: Session, entry: Entry | None) -> bool:
    """Return whether the entry was written after the table was reopened."""
    if entry is None or session.closed:
        return False
    openings = session.changes.filter(action=Action.REOPEN).order_by("-seq")
    opened = openings.values_list("at", flat=True).first()
    return opened is not None and entry.created_at >= opened
