"""Clear what is kept no longer."""

from datetime import datetime
from typing import Any
from uuid import UUID

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session as Cookie
from django.db import connection
from django.db.models import QuerySet

from tarokk_club.club.models import (
    Act,
    ApiKey,
    AuditLine,
    Booking,
    CalendarLink,
    Club,
    Draft,
    Entry,
    Erasure,
    EveningAnswer,
    Invitation,
    MoneyRules,
    Notice,
    PasswordLink,
    Player,
    PushDevice,
    Statement,
    User,
    WriteKey,
)
from tarokk_club.club.models.hands import EXPLAINED_BY_NOTE, NO_NOTE
from tarokk_club.club.names.name_search import NameFinder, without
from tarokk_club.club.privacy.queries.erasures import PersonToErase
from tarokk_club.club.privacy.queries.mentions import PLACES, MentionPlace, texts_with
from tarokk_club.club.privacy.retention import PERIODS, Kept
from tarokk_club.database.write_lock import write_lock


def note_data(*, club_id: UUID, by: User, player_id: UUID) -> None:
    """Write the line."""
    with write_lock():
        AuditLine.write(club_id, Act.DATA_TAKEN, by=by, facts={"player": str(player_id)})


# The database takes this many keys in one statement.
_BATCH = 500


def clear_texts(club: Club, person: PersonToErase, *, parts: bool, pseudonym: str) -> None:
    """Empty every text that mentions the person; a text that may not be empty gets the pseudonym.

    The chain of the history covers no free text, so its hashes stay as they are.
    """
    finder = NameFinder(person.names, parts=parts)
    whole = NameFinder(person.names, parts=False)
    for place in PLACES:
        if place.needed:
            _rename(place, club, whole, (person.names, pseudonym))
        else:
            _empty(place, club, finder)
    # The owner of the bank account is gone, so its number goes as well.
    MoneyRules.objects.filter(club=club, beneficiary="").update(iban="")
    Player.objects.filter(club=club, account_holder="").update(iban="")
    for draft in Draft.objects.filter(session__club=club):
        if finder.found(str(draft.record.get("note") or "")):
            draft.record = {**draft.record, "note": ""}
            draft.save(update_fields=["record"])


def _empty(place: MentionPlace, club: Club, finder: NameFinder) -> None:
    keys = [pk for pk, _text in texts_with(place, club.id, finder)]
    rows: Any = place.model._default_manager
    for start in range(0, len(keys), _BATCH):
        batch = keys[start : start + _BATCH]
        if place.model is Entry:
            _explain_anew(batch)
        rows.filter(pk__in=batch).update(**{place.field: ""})


def _explain_anew(entries: list[Any]) -> None:
    """Rewrite the lines of agreed points and pot payments, which repeat the note."""
    for booking in Booking.objects.filter(entry__in=entries, kind__in=EXPLAINED_BY_NOTE):
        for line in booking.lines:
            line["values"]["note"] = NO_NOTE
        booking.save(update_fields=["lines"])


def _rename(
    place: MentionPlace, club: Club, finder: NameFinder, change: tuple[tuple[str, ...], str]
) -> None:
    names, pseudonym = change
    rows: Any = place.model._default_manager
    for pk, text in texts_with(place, club.id, finder):
        fresh = without(text, names, pseudonym)
        # Where it is spelt as nobody ever wrote it, all of it goes.
        fresh = pseudonym if finder.found(fresh) else fresh
        rows.filter(pk=pk).update(**{place.field: fresh[:80]})
        if pk == club.pk:
            club.name = fresh[:80]


def sweep() -> None:
    """Pack the file after an erasing, so that no emptied page keeps what stood there."""
    unswept = Erasure.objects.filter(swept=False)
    if not unswept.exists():
        return
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    unswept.update(swept=True)


def tidy_up(*, now: datetime) -> dict[Kept, int]:
    """How much of what the book kept is gone; its backups are files and go by the command."""
    with write_lock():
        gone = {kept: _dropped(rows) for kept, rows in _outdated(now).items()}
        # A device is listed as long as its visit lasts.
        alive = Cookie.objects.values("session_key")
        gone[Kept.SIGN_INS] += _dropped([UserSession.objects.exclude(session_key__in=alive)])
    return gone


def _outdated(now: datetime) -> dict[Kept, list[QuerySet[Any]]]:
    before = {kept: now - period.span for kept, period in PERIODS.items()}
    links = {"expires_at__lt": before[Kept.LINKS]}
    keys = WriteKey.objects.filter(change=None, made_at__lt=before[Kept.KEYS])
    return {
        Kept.LOG: [AuditLine.objects.filter(at__lt=before[Kept.LOG])],
        Kept.LINKS: [
            Invitation.objects.filter(**links),
            PasswordLink.objects.filter(**links),
            ApiKey.objects.filter(ends_at__lt=before[Kept.LINKS]),
            CalendarLink.objects.filter(revoked_at__lt=before[Kept.LINKS]),
        ],
        # The visit itself carries the day on which it ends.
        Kept.SIGN_INS: [Cookie.objects.filter(expire_date__lt=now)],
        Kept.DRAFTS: [Draft.objects.filter(at__lt=before[Kept.DRAFTS])],
        Kept.NOTICES: [Notice.objects.filter(done_at__lt=before[Kept.NOTICES])],
        Kept.PHONES: [PushDevice.objects.filter(seen_at__lt=before[Kept.PHONES])],
        # A seal or an objection stays, and so does the key that vouches for it.
        Kept.KEYS: [keys.exclude(pk__in=Statement.objects.values("pk"))],
        Kept.ANSWERS: [EveningAnswer.objects.filter(evening__date__lt=before[Kept.ANSWERS].date())],
    }


def _dropped(several: list[QuerySet[Any]]) -> int:
    return sum(rows.delete()[0] for rows in several)
