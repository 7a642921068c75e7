"""One player for another in many sessions of a club; called in the club's unit of work only."""

import json
from collections.abc import Iterator
from uuid import UUID

from django.db.models import Q, TextField
from django.db.models.functions import Cast
from django.utils.formats import date_format

from scoring.core.problem import Problem
from tarokk_club.club.models import Draft, Entry, Invitation, Session
from tarokk_club.club.session.usecases.many_sessions import session_writes
from tarokk_club.club.session.usecases.replace_player import everyone_of, put_in_place
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.unit_of_work import ClubWrite, SessionWrite


def session_writes_of(write: ClubWrite, player: UUID) -> Iterator[SessionWrite]:
    """Every session that names the player, be it in a deleted entry, locked and open for writing.

    Each has a key of its own, made from the form's.
    """
    entries = Entry.objects.filter(session__club=write.club)
    named = entries.annotate(text=Cast("record", TextField())).filter(text__contains=str(player))
    sessions = Session.objects.filter(club=write.club).annotate(text=Cast("seats", TextField()))
    wanted = sessions.filter(Q(text__contains=str(player)) | Q(pk__in=named.values("session_id")))
    yield from session_writes(write, list(wanted.values_list("pk", flat=True)))


def sit(write: SessionWrite, player: UUID) -> bool:
    """Whether the player ever sat in the session."""
    return str(player) in everyone_of(write)


def swap(write: SessionWrite, *, old: UUID, new: UUID) -> None:
    """`new` for `old` in one session, and in the hand that is in play there."""
    put_in_place(write, old=old, new=new, same_person=True)
    for draft in Draft.objects.filter(session=write.session):
        draft.record = json.loads(json.dumps(draft.record).replace(str(old), str(new)))
        # The phone that holds the unfinished hand learns that it was changed.
        draft.revision += 1
        draft.save(update_fields=["record", "revision"])


def swap_sessions(write: ClubWrite, *, old: UUID, new: UUID) -> list[str]:
    """Put `new` in the place of `old` in every session, and return the ids of these sessions.

    Raises ConflictError where both sat at one table.
    """
    done = []
    for one in session_writes_of(write, old):
        if sit(one, new):
            if not sit(one, old):
                # Only a deleted entry names the other one; it may stay as it was.
                continue
            day = date_format(one.session.date)
            raise ConflictError([Problem("sat_together", "kept", {"day": day})])
        swap(one, old=old, new=new)
        done.append(str(one.session.id))
    return done


def swap_invitations(*, old: UUID, new: UUID) -> None:
    """An invitation to be `old` becomes one to be `new`."""
    Invitation.objects.filter(player_id=old).update(player_id=new)
