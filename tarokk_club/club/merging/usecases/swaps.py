"""Exchange the ids of merged players in answers, sessions and money."""

import json
from collections.abc import Iterator, Mapping
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, TextField
from django.db.models.functions import Cast
from django.utils.formats import date_format

from scoring.core.problem import Problem
from tarokk_club.club.calendar.usecases.evening_tables import swap_drawn
from tarokk_club.club.models import (
    Draft,
    Entrant,
    Entry,
    EveningAnswer,
    Invitation,
    Merge,
    Player,
    Session,
)
from tarokk_club.club.money.queries.money_names import NAMED
from tarokk_club.club.session.usecases.seat_changes import everyone_of, put_in_place
from tarokk_club.club.session.usecases.sessions import session_writes
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.unit_of_work import ClubWrite, SessionWrite

# Answers are remembered by their evenings, which keep their ids when a club moves.
FIELD = "EveningAnswer.evening"


def swap_answers(*, old: Player, new: Player) -> dict[str, list[str]]:
    """The answers of `old` become those of `new`; the evenings of them. Where both have answered,
    that of `new` counts, and the other one waits with `old`, who is archived.
    """
    swap_drawn(old.club_id, old=str(old.pk), new=str(new.pk))
    rows = EveningAnswer.objects.filter(~_answered_by(new), player=old)
    evenings = list(rows.values_list("evening_id", flat=True))
    EveningAnswer.objects.filter(player=old, evening__in=evenings).update(player=new)
    return {FIELD: [str(one) for one in evenings]} if evenings else {}


def swap_answers_back(merge: Merge) -> None:
    """Give these answers, and no later ones, back to who was merged away."""
    evenings = merge.money.get(FIELD, [])
    rows = EveningAnswer.objects.filter(
        ~_answered_by(merge.gone), player=merge.kept, evening__in=evenings
    )
    rows.update(player=merge.gone)


def _answered_by(player: Player) -> Exists:
    """Whether a player has an answer of the same evening."""
    return Exists(EveningAnswer.objects.filter(evening=OuterRef("evening"), player=player))


def swap_money(*, old: UUID, new: UUID) -> dict[str, list[str]]:
    """Everything that stands for `old` becomes that of `new`; the keys of the rows, by field."""
    moved = {}
    for model, field in NAMED:
        rows = model._default_manager.filter(**{field: old})
        if model is Entrant:
            # Who left a tournament under one name and plays on under the other stands there once.
            rows = rows.exclude(tournament__entrants__player=new)
        keys = [str(key) for key in rows.values_list("pk", flat=True)]
        if keys:
            rows.update(**{field: new})
            moved[f"{model.__name__}.{field}"] = keys
    return moved


def swap_money_back(moved: Mapping[str, list[str]], *, new: UUID) -> None:
    """Give these rows, and no later ones, to `new`."""
    for model, field in NAMED:
        keys = moved.get(f"{model.__name__}.{field}", [])
        model._default_manager.filter(pk__in=keys).update(**{field: new})


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
