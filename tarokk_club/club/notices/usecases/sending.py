"""Queue notices and send them."""

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

from tarokk_club.club.models import Club, Notice, NoticeKind, NoticeState, NoticeWay, PushDevice
from tarokk_club.club.notices.queries.still import is_member, still
from tarokk_club.club.notices.queries.wanted import Recipient, choose_recipients, wants
from tarokk_club.club.notices.sending.letters import letter, send_letter
from tarokk_club.club.notices.sending.outcome import Became, Outcome
from tarokk_club.club.notices.sending.phones import PhonePost, prepare_post, send_post
from tarokk_club.club.notices.usual import available_channels
from tarokk_club.club.notices.words import About
from tarokk_club.database.clock import longer_ago
from tarokk_club.database.write_lock import write_lock
from tarokk_club.http.public_post import INTERNET, Network

# A change that is undone within a minute sends no notice.
CALM = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class News:
    """An event that users are notified of.

    club: None if it concerns several clubs.
    subject: id of the object it is about.
    occasion: distinguishes notices about the same subject, such as a day.
    due_at: earliest time of sending, by default in one minute.
    """

    kind: NoticeKind
    club: Club | None
    subject: UUID
    occasion: str = ""
    due_at: datetime | None = None

    def once(self, recipient: Recipient) -> str:
        """Return the unique key of this event for this recipient and channel."""
        to = recipient.device_id or f"letter-{recipient.user_id}"
        return f"{self.kind}:{self.subject}:{to}:{self.occasion}"


def queue_notices(news: News, users: Iterable[UUID]) -> int:
    """Queue a notice for each user and each channel they chose, and return the number of notices.

    A notice is created only once, however often this is called. It needs a transaction of the
    caller.
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
        for one in choose_recipients(news.kind, users, news.club)
    ]
    if rows:
        Notice.objects.bulk_create(rows, ignore_conflicts=True)
    return len(rows)


# A sender that has not finished after this time is assumed dead.
LEASE = timedelta(minutes=10)
# Posts to push services under way at the same time, and how long those of a person may take.
AT_ONCE, PERSON_SECONDS = 4, 20.0
# A notice that could not be sent within a day is given up.
GIVES_UP = timedelta(days=1)
_PAUSES = tuple(timedelta(minutes=minutes) for minutes in (2, 10, 30, 60, 120, 240))
_STATES = {
    Became.SENT: NoticeState.SENT,
    Became.NEVER: NoticeState.FAILED,
    Became.GONE: NoticeState.FAILED,
    Became.UNSURE: NoticeState.UNSURE,
}
_log = logging.getLogger("tarokk_club.notices")


def notices_due() -> bool:
    """Return whether there is anything to send or to give up, in one small query."""
    now = timezone.now()
    waits = Q(state=NoticeState.WAITING, due_at__lte=now)
    left = Q(longer_ago("taken_at", LEASE), state=NoticeState.TAKEN)
    return Notice.objects.filter(waits | left).exists()


def send_notices(
    *, network: Network = INTERNET, is_over: Callable[[], bool] = lambda: False
) -> int:
    """Send the notices that are due and return how many were handed over: letters first, then
    phones, a few at once.

    A phone that answers slowly holds up nobody: each person has one post under way, and
    PERSON_SECONDS in all; what is left of theirs is sent by the next call.

    is_over: called before each notice; the rest is left once it returns True.
    """
    _give_up_left()
    sent = 0
    with _Posts(network) as posts:
        while not is_over():
            notice = _take(posts.held_back())
            if notice is not None:
                sent += _begin(notice, posts)
            elif not posts:
                break
            if posts and (notice is None or posts.are_full()):
                sent += _finish(posts)
        while posts:
            sent += _finish(posts)
    return sent


class _Posts:
    """The posts to push services that are under way, each in a thread that needs no database."""

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

    def are_full(self) -> bool:
        """Return whether no more can be under way."""
        return len(self._notices) >= AT_ONCE

    def held_back(self) -> set[UUID]:
        """Return the users whose phones get nothing more for now."""
        spent = {user for user, seconds in self._seconds.items() if seconds >= PERSON_SECONDS}
        return spent | {notice.user_id for notice in self._notices.values()}

    def begin(self, notice: Notice, post: PhonePost) -> None:
        """Send a post in the background."""
        self._notices[self._pool.submit(_timed, post, self._network)] = notice

    def finish(self) -> Iterator[tuple[Notice, Outcome]]:
        """Wait until a post is finished, and yield those that are."""
        for future in wait(self._notices, return_when=FIRST_COMPLETED).done:
            notice = self._notices.pop(future)
            outcome, seconds = future.result()
            self._seconds[notice.user_id] += seconds
            yield notice, outcome


def _timed(post: PhonePost, network: Network) -> tuple[Outcome, float]:
    begin = time.monotonic()
    return send_post(post, network), time.monotonic() - begin


def _begin(notice: Notice, posts: _Posts) -> bool:
    """Send a letter, or begin to send to a phone; return whether a letter was handed over."""
    about = _to_tell(notice)
    if about is None:
        return _note(notice, None)
    if notice.way == NoticeWay.LETTER:
        return _note(notice, send_letter(letter(notice, about)))
    post = prepare_post(notice, about)
    if isinstance(post, Outcome):
        return _note(notice, post)
    posts.begin(notice, post)
    return False


def _finish(posts: _Posts) -> int:
    """Note the posts that finished and return how many were handed over."""
    return sum(_note(notice, outcome) for notice, outcome in posts.finish())


def _give_up_left() -> None:
    """Set notices to the state UNSURE if the sender that took them did not finish within the
    lease.
    """
    left = Notice.objects.filter(longer_ago("taken_at", LEASE), state=NoticeState.TAKEN)
    if not left.exists():
        return
    with write_lock():
        left.update(state=NoticeState.UNSURE, done_at=timezone.now())


def _take(held_back: Collection[UUID]) -> Notice | None:
    """Take the next notice that is due, so that no other sender can take it, or return None.

    held_back: users whose phones get none for now.
    """
    now = timezone.now()
    due = Notice.objects.filter(state=NoticeState.WAITING, due_at__lte=now)
    if held_back:
        due = due.exclude(way=NoticeWay.PUSH, user__in=held_back)
    # "letter" is before "push".
    due = due.order_by("way", "due_at", "pk")
    if not due.exists():
        return None
    with write_lock():
        # Skip rows locked by another sender, if the database has row locks.
        found: UUID | None = (
            due.select_for_update(skip_locked=True, no_key=True)
            .values_list("pk", flat=True)
            .first()
        )
        if found is None:
            return None
        Notice.objects.filter(pk=found).update(state=NoticeState.TAKEN, taken_at=now)
    return Notice.objects.select_related("user", "club", "device").filter(pk=found).first()


def _to_tell(notice: Notice) -> About | None:
    user, kind, way = notice.user, NoticeKind(notice.kind), NoticeWay(notice.way)
    if timezone.now() > notice.due_at + GIVES_UP and not notice.tries:
        # The site was down for long: the notice is out of date.
        return None
    if way not in available_channels() or not user.is_active or not is_member(user, notice.club):
        return None
    if not wants(user.pk, kind, way) or (way == NoticeWay.LETTER and not user.email):
        return None
    return still(notice)


def _note(notice: Notice, outcome: Outcome | None) -> bool:
    """Write down what became of a notice; return whether it was handed over."""
    now = timezone.now()
    changes = _changes(notice, outcome, now)
    with write_lock():
        # Skip a notice that was deleted meanwhile or given up by another sender.
        Notice.objects.filter(pk=notice.pk, state=NoticeState.TAKEN).update(**changes)
        if outcome and notice.device_id:
            _note_phone(notice.device_id, outcome, now)
    if outcome and outcome.became != Became.SENT:
        fields = {"notice": str(notice.pk), "way": notice.way, "became": outcome.became.value}
        _log.warning("notice", extra={"fields": fields | {"why": outcome.why}})
    return outcome is not None and outcome.became == Became.SENT


def _changes(notice: Notice, outcome: Outcome | None, now: datetime) -> dict[str, object]:
    if outcome is None:
        return {"state": NoticeState.DROPPED, "done_at": now}
    if outcome.became != Became.LATER:
        return {"state": _STATES[outcome.became], "done_at": now}
    pause = _PAUSES[min(notice.tries, len(_PAUSES) - 1)]
    next_try = now + max(pause, timedelta(seconds=outcome.wait))
    if next_try > notice.made_at + GIVES_UP:
        return {"state": NoticeState.FAILED, "done_at": now, "tries": notice.tries + 1}
    return {"state": NoticeState.WAITING, "due_at": next_try, "tries": notice.tries + 1}


def _note_phone(device_id: UUID, outcome: Outcome, now: datetime) -> None:
    devices = PushDevice.objects.filter(pk=device_id)
    if outcome.became == Became.GONE:
        devices.delete()
    elif outcome.became == Became.SENT:
        devices.update(sent_at=now)
