"""Checks of writes to the tables of a tournament, called in a unit of work.

`write_postings` calls them for every write: pages, offline phones, typed sheets, imports, API.
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


def require_prescribed_hands(session: Session, hands: int) -> None:
    """Raise ConflictError if a new hand exceeds the number that the tournament prescribes.

    A table that already has more hands, from an older version, keeps them and may be corrected.

    hands: the number of hands after the write, which are already posted.
    """
    deals = count_prescribed_hands(session)
    if hands <= session.hands_count or not 0 < deals < hands:
        return
    # Hands that were dealt again do not count.
    if deals < hands - count_redeals([session.pk], before=hands).get(session.pk, 0):
        raise ConflictError([Problem("hands_are_played", "", {"number": deals})])


def require_unlocked(write: SessionWrite, reason: str, entry: Entry | None) -> None:
    """Refuse a change of a final result unless an organiser gives a reason.

    The state before the change counts, so the last table can still end. New entries at a
    reopened table need no reason. If the change is allowed, lock the rounds played so far.

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
        lock_played_rounds(table.tournament)


def lock_played_rounds(tournament: Tournament) -> None:
    """Lock the rounds played so far, including those of a final."""
    tournament.guarded = max(tournament.guarded, tournament.find_last_round())
    tournament.save(update_fields=["guarded"])


def _is_entered_since_reopening(session: Session, entry: Entry | None) -> bool:
    """Return whether the entry was written after the table was reopened."""
    if entry is None or session.closed:
        return False
    openings = session.changes.filter(action=Action.REOPEN).order_by("-seq")
    opened = openings.values_list("at", flat=True).first()
    return opened is not None and entry.created_at >= opened
