"""What a tournament asks of every write to one of its tables; called in a unit of work only.

It stands behind every door of the book: the page of a hand, the phone that was without a network,
the typed sheet, the import and the programmes all end in `post`, and `post` asks here.
"""

from __future__ import annotations

from scoring.core.problem import Problem
from tarokk_club.club.models import Entry, Session, Tournament
from tarokk_club.club.models.hands import Action
from tarokk_club.club.session.queries.prescribed import count_redeals, deals_of, is_locked
from tarokk_club.club.writing.errors import ConflictError, RefusedError
from tarokk_club.club.writing.permissions import Right
from tarokk_club.club.writing.unit_of_work import SessionWrite


def require_prescribed(session: Session, hands: int) -> None:
    """Refuse a hand beyond those that are prescribed; hands: as many as the table would have, and
    as are booked by now.

    A table of an older book that has more keeps them, and may be corrected.
    """
    deals = deals_of(session)
    if hands <= session.hands_count or not 0 < deals < hands:
        return
    # A void hand is one too many as well, where all have dealt before it.
    if deals < hands - count_redeals([session.pk], before=hands).get(session.pk, 0):
        raise ConflictError([Problem("hands_are_played", "", {"number": deals})])


def require_unlocked(write: SessionWrite, reason: str, entry: Entry | None) -> None:
    """Refuse a change of a result that stands to everybody but who organises, and without a reason.

    It is asked of the book as it was before the change: the end of the last table is still free.
    A table that was opened again, with a reason, takes what is new without another one; the others
    stay as they are. entry: the one that changes, if it is about one.
    """
    if not is_locked(write.session):
        return
    if not write.may(Right.CORRECT):
        raise ConflictError([Problem("tournament_locked", "")])
    if not reason and not _is_new(write.session, entry):
        raise RefusedError([Problem("locked_without_reason", "reason")])
    table = write.session.tournament_table
    if table.round > table.tournament.guarded:
        guard(table.tournament)


def guard(tournament: Tournament) -> None:
    """Let the rounds that were played, those of a final too, stay as they are, whatever comes."""
    tournament.guarded = max(tournament.guarded, tournament.last_round())
    tournament.save(update_fields=["guarded"])


def _is_new(session: Session, entry: Entry | None) -> bool:
    """Whether the entry was written since an open table was opened again."""
    if entry is None or session.closed:
        return False
    openings = session.changes.filter(action=Action.REOPEN).order_by("-seq")
    opened = openings.values_list("at", flat=True).first()
    return opened is not None and entry.created_at >= opened
