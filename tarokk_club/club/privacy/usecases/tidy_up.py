"""Throw away what was kept long enough."""

from datetime import datetime
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session as Cookie
from django.db.models import QuerySet

from tarokk_club.club.models import (
    ApiKey,
    AuditLine,
    CalendarLink,
    Draft,
    EveningAnswer,
    Invitation,
    Notice,
    PasswordLink,
    PushDevice,
    Statement,
    WriteKey,
)
from tarokk_club.club.privacy.retention import PERIODS, Kept
from tarokk_club.database.write_lock import write_lock


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
