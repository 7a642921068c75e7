"""Use cases that clear erased names and old rows, compact the database and log data downloads."""

from datetime import datetime
from typing import Any
from uuid import UUID

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session as SignInSession
from django.db import connection
from django.db.models import QuerySet

from tarokk_club.club.models import (
    Act,
    ApiKey,
    AuditLine,
    CalendarLink,
    Club,
    Confirmation,
    Delivery,
    Draft,
    Entry,
    Erasure,
    EveningAnswer,
    Invitation,
    MoneyRules,
    Notice,
    PasswordLink,
    Player,
    Posting,
    PushDevice,
    ServiceKey,
    User,
    WriteKey,
)
from tarokk_club.club.models.hands import EXPLAINED_BY_NOTE, NO_NOTE
from tarokk_club.club.names.name_search import NameFinder, replace_names
from tarokk_club.club.privacy.queries.erasures import ClubPerson
from tarokk_club.club.privacy.queries.free_text_fields import (
    FREE_TEXT_FIELDS,
    FreeTextField,
    find_texts_with_name,
)
from tarokk_club.club.privacy.retention import PERIODS, RetainedKind
from tarokk_club.club.registration.usecases.registrations import (
    find_idle_guests,
    find_past_registrations,
)
from tarokk_club.database.write_lock import write_lock


def log_data_download(*, club_id: UUID, by: User, player_id: UUID) -> None:
    """Write to the club's audit log that an owner downloaded a player's data."""
    with write_lock():
        AuditLine.write(club_id, Act.DATA_TAKEN, by=by, facts={"player": str(player_id)})


# The number of primary keys in one statement, within the database's limit.
_BATCH = 500


def clear_texts(club: Club, person: ClubPerson, *, parts: bool, pseudonym: str) -> None:
    """Empty the texts that mention the person, also the notes of drafts.

    Where a text is required, replace the name instead. Also empty the account numbers whose
    holder's name was emptied. The hash chain of the history covers no free text, so no hash
    changes.

    parts: whether to also empty texts that contain only a part of the name.
    """
    finder = NameFinder(person.names, parts=parts)
    whole = NameFinder(person.names, parts=False)
    for text_field in FREE_TEXT_FIELDS:
        if text_field.needed:
            _replace_names(text_field, club, whole, (person.names, pseudonym))
        else:
            _empty_texts(text_field, club, finder)
    # Erase the account numbers whose account holder was erased.
    MoneyRules.objects.filter(club=club, beneficiary="").update(iban="")
    Player.objects.filter(club=club, account_holder="").update(iban="")
    for draft in Draft.objects.filter(session__club=club):
        if finder.matches(str(draft.record.get("note") or "")):
            draft.record = {**draft.record, "note": ""}
            draft.save(update_fields=["record"])


def _empty_texts(text_field: FreeTextField, club: Club, finder: NameFinder) -> None:
    keys = [pk for pk, _text in find_texts_with_name(text_field, club.id, finder)]
    rows: Any = text_field.model._default_manager
    for start in range(0, len(keys), _BATCH):
        batch = keys[start : start + _BATCH]
        if text_field.model is Entry:
            _clear_posting_notes(batch)
        rows.filter(pk__in=batch).update(**{text_field.field: ""})


def _clear_posting_notes(entries: list[Any]) -> None:
    """Clear the notes that the postings of these entries repeat in their lines."""
    for posting in Posting.objects.filter(entry__in=entries, kind__in=EXPLAINED_BY_NOTE):
        for line in posting.lines:
            line["values"]["note"] = NO_NOTE
        posting.save(update_fields=["lines"])


def _replace_names(
    text_field: FreeTextField, club: Club, finder: NameFinder, change: tuple[tuple[str, ...], str]
) -> None:
    names, pseudonym = change
    rows: Any = text_field.model._default_manager
    for pk, text in find_texts_with_name(text_field, club.id, finder):
        fresh = replace_names(text, names, pseudonym)
        # If a spelling of the name was not replaced, replace the whole text.
        fresh = pseudonym if finder.matches(fresh) else fresh
        rows.filter(pk=pk).update(**{text_field.field: fresh[:80]})
        if pk == club.pk:
            club.name = fresh[:80]


def compact_database() -> None:
    """Compact the database file of SQLite after erasures, and mark the erasures as swept.

    Free pages of the file would still contain the erased text.
    """
    unswept = Erasure.objects.filter(swept=False)
    if not unswept.exists():
        return
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    unswept.update(swept=True)


def delete_outdated_rows(*, now: datetime) -> dict[RetainedKind, int]:
    """Delete the rows whose retention period is over, and return their number by kind.

    Outdated backups and removed clubs are deleted elsewhere.
    """
    with write_lock():
        gone = {kind: _delete_querysets(rows) for kind, rows in _select_outdated_rows(now).items()}
        # A device row is outdated once its sign-in session is gone.
        alive = SignInSession.objects.values("session_key")
        gone[RetainedKind.SIGN_INS] += _delete_querysets(
            [UserSession.objects.exclude(session_key__in=alive)]
        )
    return gone


def _select_outdated_rows(now: datetime) -> dict[RetainedKind, list[QuerySet[Any]]]:
    before = {kind: now - period.span for kind, period in PERIODS.items()}
    links = {"expires_at__lt": before[RetainedKind.LINKS]}
    keys = WriteKey.objects.filter(change=None, made_at__lt=before[RetainedKind.KEYS])
    return {
        RetainedKind.LOG: [AuditLine.objects.filter(at__lt=before[RetainedKind.LOG])],
        RetainedKind.LINKS: [
            Invitation.objects.filter(**links),
            PasswordLink.objects.filter(**links),
            ApiKey.objects.filter(ends_at__lt=before[RetainedKind.LINKS]),
            ServiceKey.objects.filter(ends_at__lt=before[RetainedKind.LINKS]),
            CalendarLink.objects.filter(revoked_at__lt=before[RetainedKind.LINKS]),
        ],
        # A sign-in session has its own expiry date.
        RetainedKind.SIGN_INS: [SignInSession.objects.filter(expire_date__lt=now)],
        RetainedKind.DRAFTS: [Draft.objects.filter(at__lt=before[RetainedKind.DRAFTS])],
        RetainedKind.NOTICES: [
            Notice.objects.filter(done_at__lt=before[RetainedKind.NOTICES]),
            Delivery.objects.filter(done_at__lt=before[RetainedKind.NOTICES]),
        ],
        RetainedKind.PHONES: [PushDevice.objects.filter(seen_at__lt=before[RetainedKind.PHONES])],
        # The write keys of confirmations and objections are never deleted.
        RetainedKind.KEYS: [keys.exclude(pk__in=Confirmation.objects.values("pk"))],
        RetainedKind.ANSWERS: [
            EveningAnswer.objects.filter(evening__date__lt=before[RetainedKind.ANSWERS].date())
        ],
        RetainedKind.REGISTRATIONS: [
            find_past_registrations(before[RetainedKind.REGISTRATIONS].date()),
            find_idle_guests(before[RetainedKind.REGISTRATIONS]),
        ],
    }


def _delete_querysets(several: list[QuerySet[Any]]) -> int:
    return sum(rows.delete()[0] for rows in several)
