"""Use cases that queue and send notices."""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Self
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from tarokk_club.club.models import Club, Notice, NoticeChannel, NoticeKind, NoticeState, PushDevice
from tarokk_club.club.notices.defaults import list_available_channels
from tarokk_club.club.notices.queries.notice_subjects import is_member, load_notice_subject
from tarokk_club.club.notices.queries.recipients import Recipient, choose_recipients, wants_notice
from tarokk_club.club.notices.sending.mails import build_mail, send_notice_mail
from tarokk_club.club.notices.sending.outcome import Outcome, SendResult
from tarokk_club.club.notices.sending.push_posts import PushPost, prepare_post, send_post
from tarokk_club.club.notices.words import SubjectState
from tarokk_club.database.clock import build_older_condition
from tarokk_club.database.write_lock import write_lock
from tarokk_club.http.public_post import INTERNET, Network

# Notices wait for a minute, so that a change undone at once sends none.
CALM = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class NoticeEvent:
    """An event that users are notified of.

    club: None if it concerns several clubs.
    subject: the id of the object that it is about; of the user for a reminder of debts.
    occasion: a text that distinguishes events with the same subject, such as the day.
    due_at: the earliest time of sending; None for one minute from now.
    """

    kind: NoticeKind
    club: Club | None
    subject: UUID
    occasion: str = ""
    due_at: datetime | None = None

    def build_key(self, recipient: Recipient) -> str:
        """Return the unique key of the notice of this event to this recipient."""
        to = recipient.device_id or f"letter-{recipient.user_id}"
        return f"{self.kind}:{self.subject}:{to}:{self.occasion}"


def queue_notices(event: NoticeEvent, users: Iterable[UUID]) -> int:
    """Queue a notice for each user and chosen channel or device.

    Return the number of notices, including those queued by an earlier call, which are not queued
    twice. The caller must have opened a transaction.
    """
    now = timezone.now()
    rows = [
        Notice(
            user_id=recipient.user_id,
            club=event.club,
            kind=event.kind,
            way=recipient.channel,
            device_id=recipient.device_id,
            subject=event.subject,
            once=event.build_key(recipient),
            made_at=now,
            due_at=event.due_at or now + CALM,
        )
        for recipient in choose_recipients(event.kind, users, event.club)
    ]
    if rows:
        Notice.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


# A sender that has not finished after this time is considered dead.
LEASE = timedelta(minutes=10)
# The number of simultaneous posts, and the total time for the posts to one person.
AT_ONCE, PERSON_SECONDS = 4, 20.0
# Notices that could not be sent within this time are given up.
GIVES_UP = timedelta(days=1)
_PAUSES = tuple(timedelta(minutes=minutes) for minutes in (2, 10, 30, 60, 120, 240))
_STATES = {
    SendResult.SENT: NoticeState.SENT,
    SendResult.NEVER: NoticeState.FAILED,
    SendResult.GONE: NoticeState.FAILED,
    SendResult.UNSURE: NoticeState.UNSURE,
}
_log = logging.getLogger("tarokk_club.notices")


def has_due_notices() -> bool:
    """Return whether a notice is due, or was taken by a sender that did not finish."""
    now = timezone.now()
    waits = Q(state=NoticeState.WAITING, due_at__lte=now)
    abandoned = Q(build_older_condition("taken_at", LEASE), state=NoticeState.TAKEN)
    return Notice.objects.filter(waits | abandoned).exists()


def send_notices(
    *, network: Network = INTERNET, is_over: Callable[[], bool] = lambda: False
) -> int:
    """Send the due notices, mails before push notifications, and return the number accepted.

    Each person has only one post in flight and PERSON_SECONDS in total, so that a slow push
    service delays nobody else. The remaining notices are sent by the next call.

    is_over: called before each notice; start no other notice if it returns True.
    """
    _give_up_abandoned_notices()
    sent = 0
    with _Posts(network) as posts:
        while not is_over():
            notice = _take_next_notice(posts.find_busy_users())
            if notice is not None:
                sent += _start_sending(notice, posts)
            elif not posts:
                break
            if posts and (notice is None or posts.is_full()):
                sent += _record_finished_posts(posts)
        while posts:
            sent += _record_finished_posts(posts)
    return sent


class _Posts:
    """The posts in flight to push services, each in a thread that needs no database."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._notices: dict[Future[tuple[Outcome, float]], Notice] = {}
        self._seconds: dict[UUID, float] = defaultdict(float)
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="post")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._pool.shutdown()

    def __bool__(self) -> bool:
        return bool(self._notices)

    def is_full(self) -> bool:
        """Return whether the maximum number of posts is in flight."""
        return len(self._notices) >= AT_ONCE

    def find_busy_users(self) -> set[UUID]:
        """Return the ids of the users to whom no post may be started now."""
        spent = {user for user, seconds in self._seconds.items() if seconds >= PERSON_SECONDS}
        return spent | {notice.user_id for notice in self._notices.values()}

    def start_post(self, notice: Notice, post: PushPost) -> None:
        """Start a post in a thread."""
        self._notices[self._pool.submit(_send_and_measure, post, self._network)] = notice

    def wait_for_finished(self) -> Iterator[tuple[Notice, Outcome]]:
        """Wait until a post finishes, and yield the notice and outcome of each finished post."""
        for future in wait(self._notices, return_when=FIRST_COMPLETED).done:
            notice = self._notices.pop(future)
            outcome, seconds = future.result()
            self._seconds[notice.user_id] += seconds
            yield notice, outcome


def _send_and_measure(post: PushPost, network: Network) -> tuple[Outcome, float]:
    begin = time.monotonic()
    return send_post(post, network), time.monotonic() - begin


def _start_sending(notice: Notice, posts: _Posts) -> bool:
    """Send a mail and record its outcome, or start a post; return whether a mail was accepted."""
    subject = _load_wanted_subject(notice)
    if subject is None:
        return _record_outcome(notice, None)
    if notice.way == NoticeChannel.LETTER:
        return _record_outcome(notice, send_notice_mail(build_mail(notice, subject)))
    post = prepare_post(notice, subject)
    if isinstance(post, Outcome):
        return _record_outcome(notice, post)
    posts.start_post(notice, post)
    return False


def _record_finished_posts(posts: _Posts) -> int:
    """Wait until a post finishes, record all finished posts, and return the number accepted."""
    return sum(_record_outcome(notice, outcome) for notice, outcome in posts.wait_for_finished())


def _give_up_abandoned_notices() -> None:
    """Set the state of notices to UNSURE if their sender did not finish within the lease."""
    abandoned = Notice.objects.filter(
        build_older_condition("taken_at", LEASE), state=NoticeState.TAKEN
    )
    if not abandoned.exists():
        return
    with write_lock():
        abandoned.update(state=NoticeState.UNSURE, done_at=timezone.now())


def _take_next_notice(busy_users: Collection[UUID]) -> Notice | None:
    """Mark the next due notice as taken by this sender and return it, or None.

    busy_users: users for whom no push notification is taken.
    """
    now = timezone.now()
    due = Notice.objects.filter(state=NoticeState.WAITING, due_at__lte=now)
    if busy_users:
        due = due.exclude(way=NoticeChannel.PUSH, user__in=busy_users)
    # "letter" is before "push".
    due = due.order_by("way", "due_at", "pk")
    if not due.exists():
        return None
    with write_lock():
        # Skip rows locked by another sender, on databases with row locks.
        pk: UUID | None = (
            due.select_for_update(skip_locked=True, no_key=True)
            .values_list("pk", flat=True)
            .first()
        )
        if pk is None:
            return None
        Notice.objects.filter(pk=pk).update(state=NoticeState.TAKEN, taken_at=now)
    return Notice.objects.select_related("user", "club", "device").filter(pk=pk).first()


def _load_wanted_subject(notice: Notice) -> SubjectState | None:
    user, kind, channel = notice.user, NoticeKind(notice.kind), NoticeChannel(notice.way)
    if timezone.now() > notice.due_at + GIVES_UP and not notice.tries:
        # Out of date, as the site was down for a long time.
        return None
    if (
        channel not in list_available_channels()
        or not user.is_active
        or not is_member(user, notice.club)
    ):
        return None
    if not wants_notice(user.pk, kind, channel) or (
        channel == NoticeChannel.LETTER and not user.email
    ):
        return None
    return load_notice_subject(notice)


def _record_outcome(notice: Notice, outcome: Outcome | None) -> bool:
    """Save the outcome of a notice, and return whether the notice was accepted.

    outcome: None to drop the notice, as it is not wanted any more.
    """
    now = timezone.now()
    changes = _build_outcome_fields(notice, outcome, now)
    with write_lock():
        # Skip a notice that was deleted meanwhile or given up by another sender.
        Notice.objects.filter(pk=notice.pk, state=NoticeState.TAKEN).update(**changes)
        if outcome and notice.device_id:
            _record_device_outcome(notice.device_id, outcome, now)
    if outcome and outcome.result != SendResult.SENT:
        fields = {"notice": str(notice.pk), "way": notice.way, "became": outcome.result.value}
        _log.warning("notice", extra={"fields": fields | {"why": outcome.reason}})
    return outcome is not None and outcome.result == SendResult.SENT


def _build_outcome_fields(
    notice: Notice, outcome: Outcome | None, now: datetime
) -> dict[str, object]:
    if outcome is None:
        return {"state": NoticeState.DROPPED, "done_at": now}
    if outcome.result != SendResult.LATER:
        return {"state": _STATES[outcome.result], "done_at": now}
    pause = _PAUSES[min(notice.tries, len(_PAUSES) - 1)]
    next_try = now + max(pause, timedelta(seconds=outcome.wait))
    if next_try > notice.made_at + GIVES_UP:
        return {"state": NoticeState.FAILED, "done_at": now, "tries": notice.tries + 1}
    return {"state": NoticeState.WAITING, "due_at": next_try, "tries": notice.tries + 1}


def _record_device_outcome(device_id: UUID, outcome: Outcome, now: datetime) -> None:
    devices = PushDevice.objects.filter(pk=device_id)
    if outcome.result == SendResult.GONE:
        devices.delete()
    elif outcome.result == SendResult.SENT:
        devices.update(sent_at=now)
