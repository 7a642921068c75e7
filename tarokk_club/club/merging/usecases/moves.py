"""Replace merged players in sessions, answers and invitations, and in money and tournament rows."""

import json
from collections.abc import Iterator, Mapping
from uuid import UUID

from django.db.models import Exists, Model, OuterRef, Q, TextField
from django.db.models.functions import Cast

from scoring.core.problem import Problem
from tarokk_club.club.calendar.usecases.evening_tables import replace_drawn_player
from tarokk_club.club.formatting.numbers_and_dates import format_plain_date
from tarokk_club.club.models import (
    Draft,
    Entrant,
    Entry,
    EveningAnswer,
    Invitation,
    Merge,
    Player,
    Session,
    SettlementPart,
)
from tarokk_club.club.money.queries.entries.player_references import PLAYER_FIELDS
from tarokk_club.club.session.usecases.seats import (
    list_all_session_players,
    replace_player_in_session,
)
from tarokk_club.club.session.usecases.sessions import iter_session_writes
from tarokk_club.club.writing.errors import ConflictError
from tarokk_club.club.writing.unit_of_work import ClubWrite, SessionWrite

# The key of moved answers in a merge; it stores ids of evenings, which never change.
FIELD = "EveningAnswer.evening"
# The key of a merge that hid the name of the remaining player from guests.
HIDDEN = "Player.hidden"
# The old names of renamed models, as used in the keys that merges store.
_STORED_NAMES: Mapping[type[Model], str] = {SettlementPart: "Part"}


def hide_like(*, old: Player, new: Player) -> dict[str, list[str]]:
    """Hide the name of `new` on guest pages if that of `old` is hidden.

    Return the id of `new` under `HIDDEN` if its name was not hidden before, else {}.
    Only the person may show the name again, so a merge must not do so.
    """
    if new.hidden or not old.hidden:
        return {}
    new.hidden = True
    new.save(update_fields=["hidden"])
    return {HIDDEN: [str(new.pk)]}


def stop_hiding(merge: Merge) -> None:
    """Show the name of the remaining player to guests again, if the merge hid it.

    A remaining player with another account decides that alone.
    """
    if HIDDEN in merge.money and merge.kept.user_id in (None, merge.account_id):
        merge.kept.hidden = False
        merge.kept.save(update_fields=["hidden"])


def move_evening_answers(*, old: Player, new: Player) -> dict[str, list[str]]:
    """Move the evening answers of `old` to `new`; return the ids of their evenings under `FIELD`.

    If both have answered, the answer of `old` stays with `old`. In drawn tables, `new` takes the
    place of `old`.
    """
    replace_drawn_player(old.club_id, old=str(old.pk), new=str(new.pk))
    rows = EveningAnswer.objects.filter(~_build_answered_condition(new), player=old)
    evenings = list(rows.values_list("evening_id", flat=True))
    EveningAnswer.objects.filter(player=old, evening__in=evenings).update(player=new)
    return {FIELD: [str(evening) for evening in evenings]} if evenings else {}


def move_evening_answers_back(merge: Merge) -> None:
    """Give the archived player back the answers that a merge moved; later answers stay."""
    evenings = merge.money.get(FIELD, [])
    rows = EveningAnswer.objects.filter(
        ~_build_answered_condition(merge.gone), player=merge.kept, evening__in=evenings
    )
    rows.update(player=merge.gone)


def _build_answered_condition(player: Player) -> Exists:
    """Return a condition for answers to evenings that this player has answered too."""
    return Exists(EveningAnswer.objects.filter(evening=OuterRef("evening"), player=player))


def move_player_rows(*, old: UUID, new: UUID) -> dict[str, list[str]]:
    """Move the money and tournament rows of `old` to `new`; return their keys by model and field.

    If both entered a tournament, the entry of `old` stays with `old`.
    """
    moved = {}
    for model, field in PLAYER_FIELDS:
        rows = model._default_manager.filter(**{field: old})
        if model is Entrant:
            # A person who left under one name and played on under the other is listed once.
            rows = rows.exclude(tournament__entrants__player=new)
        keys = [str(key) for key in rows.values_list("pk", flat=True)]
        if keys:
            rows.update(**{field: new})
            moved[_build_rows_key(model, field)] = keys
    return moved


def move_player_rows_back(moved: Mapping[str, list[str]], *, old: UUID) -> None:
    """Give the rows that `move_player_rows` moved back to the player `old`.

    moved: the keys of the rows by model and field.
    """
    for model, field in PLAYER_FIELDS:
        keys = moved.get(_build_rows_key(model, field), [])
        model._default_manager.filter(pk__in=keys).update(**{field: old})


def _build_rows_key(model: type[Model], field: str) -> str:
    """Return the key of a model's field in a merge."""
    return f"{_STORED_NAMES.get(model, model.__name__)}.{field}"


def iter_player_session_writes(write: ClubWrite, player: UUID) -> Iterator[SessionWrite]:
    """Yield an open write to every session that mentions the player, even in a deleted entry.

    Each write has its own key, derived from the form's key.
    """
    entries = Entry.objects.filter(session__club=write.club)
    named = entries.annotate(text=Cast("record", TextField())).filter(text__contains=str(player))
    sessions = Session.objects.filter(club=write.club).annotate(text=Cast("seats", TextField()))
    wanted = sessions.filter(Q(text__contains=str(player)) | Q(pk__in=named.values("session_id")))
    yield from iter_session_writes(write, list(wanted.values_list("pk", flat=True)))


def has_sat_in_session(write: SessionWrite, player: UUID) -> bool:
    """Return whether the player ever sat in the session."""
    return str(player) in list_all_session_players(write)


def replace_player_in_session_and_drafts(write: SessionWrite, *, old: UUID, new: UUID) -> None:
    """Replace `old` with `new` in one session and in its draft hands."""
    replace_player_in_session(write, old=old, new=new, same_person=True)
    for draft in Draft.objects.filter(session=write.session):
        draft.record = json.loads(json.dumps(draft.record).replace(str(old), str(new)))
        # A new revision makes the phone's copy of the draft stale.
        draft.revision += 1
        draft.save(update_fields=["record", "revision"])


def replace_player_in_all_sessions(write: ClubWrite, *, old: UUID, new: UUID) -> list[str]:
    """Replace `old` with `new` in every session of `old`, and return the ids of these sessions.

    Raise ConflictError if both sat in the same session.
    """
    changed = []
    for session in iter_player_session_writes(write, old):
        if has_sat_in_session(session, new):
            if not has_sat_in_session(session, old):
                # Only a deleted entry mentions `old`, so there is nothing to replace.
                continue
            day = format_plain_date(session.session.date)
            raise ConflictError([Problem("sat_together", "kept", {"day": day})])
        replace_player_in_session_and_drafts(session, old=old, new=new)
        changed.append(str(session.session.id))
    return changed


def move_invitations(*, old: UUID, new: UUID) -> None:
    """Move the invitations of `old` to `new`."""
    Invitation.objects.filter(player_id=old).update(player_id=new)
