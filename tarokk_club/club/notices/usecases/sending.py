"""Queue notices and send them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Q
from django.utils import timezone

from tarokk_club.club.models import Club, Notice, NoticeKind, NoticeState, NoticeWay, PushDevice
from tarokk_club.club.notices.queries.still import is_member, still
from tarokk_club.club.notices.queries.wanted import Recipient, choose_recipients, wants
from tarokk_club.club.notices.sending.letters import letter, send_letter
from tarokk_club.club.notices.sending.outcome import Became, Outcome
from tarokk_club.club.notices.sending.phones import send_to_phone
from tarokk_club.club.notices.sending.public_post import INTERNET, Network
from tarokk_club.club.notices.usual import available_channels
from tarokk_club.club.notices.words import About
from tarokk_club.database.clock import longer_ago
from tarokk_club.database.write_lock import write_lock

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

    def once(self, told: Recipient) -> str:
        """Return the unique key of this event for this recipient and channel."""
        to = told.device_id or f"letter-{told.user_id}"
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
    """Send the notices that are due and return how many were handed over.

    is_over: called before each notice; the rest is left once it returns True.
    """
    _give_up_left()
    sent = 0
    while not is_over() and (notice := _take()):
        outcome = _try(notice, network)
        _note(notice, outcome)
        sent += outcome is not None and outcome.became == Became.SENT
    return sent


def _give_up_left() -> None:
    """Set notices to the state UNSURE if the sender that took them did not finish within the
    lease.
    """
    left = Notice.objects.filter(longer_ago("taken_at", LEASE), state=NoticeState.TAKEN)
    if not left.exists():
        return
    with write_lock():
        left.update(state=NoticeState.UNSURE, done_at=timezone.now())


def _take() -> Notice | None:
    """Take the next notice that is due, so that no other sender can take it, or return None."""
    now = timezone.now()
    due = Notice.objects.filter(state=NoticeState.WAITING, due_at__lte=now).order_by("due_at", "pk")
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


def _try(notice: Notice, network: Network) -> Outcome | None:
    """Send a notice and return the outcome, or None if it is no longer wanted or no longer
    applies.
    """
    about = _to_tell(notice)
    if about is None:
        return None
    if notice.way == NoticeWay.PUSH:
        return send_to_phone(notice, about, network=network)
    return send_letter(letter(notice, about))


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


def _note(notice: Notice, outcome: Outcome | None) -> None:
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
