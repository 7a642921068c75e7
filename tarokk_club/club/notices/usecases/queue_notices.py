"""Lay notices in the queue, in the transaction of what they tell of."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.utils import timezone

from tarokk_club.club.models import Club, Notice, NoticeKind
from tarokk_club.club.notices.queries.wanted import Recipient, told_of

# What is taken back within a minute is not told at all.
CALM = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class News:
    """Something to be told. club: None where it is about several; subject: the id of what it is
    about; occasion: what makes it another news of the same, such as a day; due_at: not before, in a
    minute where nothing is said.
    """

    kind: NoticeKind
    club: Club | None
    subject: UUID
    occasion: str = ""
    due_at: datetime | None = None

    def once(self, told: Recipient) -> str:
        """What stands for this news to this person in this way."""
        to = told.device_id or f"letter-{told.user_id}"
        return f"{self.kind}:{self.subject}:{to}:{self.occasion}"


def queue_notices(news: News, users: Iterable[UUID]) -> int:
    """Tell these people, each in the ways they chose; how many notices there were to make.

    The same notice is made once, however often this is called. In a transaction of the caller.
    """
    now = timezone.now()
    rows = [
        Notice(
            user_id=one.user_id,
            club=news.club,
            kind=news.kind,
            way=one.way,
            device_id=one.device_id,
            subject=news.subject,
            once=news.once(one),
            made_at=now,
            due_at=news.due_at or now + CALM,
        )
        for one in told_of(news.kind, users, news.club)
    ]
    if rows:
        Notice.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)
