"""Use cases that send the queued messages to webhooks."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Min, Q
from django.utils import timezone

from tarokk_club.club.models import Club, Delivery, NoticeState, Webhook
from tarokk_club.club.webhooks.usecases.webhooks import store_wanted_events
from tarokk_club.database.clock import build_older_condition
from tarokk_club.database.write_lock import write_lock
from tarokk_club.http.public_post import (
    INTERNET,
    Network,
    NotPublicError,
    NotSentError,
    UnsureError,
    post_to_public_host,
)

# A sender that has not finished after this time is considered dead; its messages are sent again.
LEASE = timedelta(minutes=10)
AT_ONCE = 4
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 720))
# Messages are given up after a day; a webhook is switched off after three days of failures.
GIVES_UP, STOPS = timedelta(days=1), timedelta(days=3)
GONE = 410
_log = logging.getLogger("tarokk_club.webhooks")


@dataclass(frozen=True, slots=True)
class Message:
    """A signed delivery, which can be posted without the database."""

    url: str
    body: bytes
    headers: dict[str, str]


@dataclass(frozen=True, slots=True)
class PostResult:
    """The result of an attempt to post a message.

    status: the HTTP status of the response; None if there was no response.
    error: the code of the error; "" if there was a response.
    """

    status: int | None = None
    error: str = ""

    @property
    def is_delivered(self) -> bool:
        """Whether the receiver accepted the message."""
        return self.status is not None and 200 <= self.status < 300


def sign_message(key: bytes, message_id: str, seconds: int, body: bytes) -> str:
    """Return the signature of a message according to Standard Webhooks 1.0.

    seconds: the time of sending, in seconds since 1970.
    """
    content = f"{message_id}.{seconds}.".encode() + body
    digest = hmac.new(key, content, hashlib.sha256).digest()
    return "v1," + base64.b64encode(digest).decode()


def prepare_message(delivery: Delivery, key: bytes, now: datetime) -> Message:
    """Return the message of a delivery, signed with the key.

    now: the time of sending, which is part of the signature.
    """
    message = {"type": delivery.event, "timestamp": delivery.made_at.isoformat()}
    body = json.dumps({**message, "data": delivery.data}, separators=(",", ":")).encode()
    seconds, ident = int(now.timestamp()), str(delivery.pk)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "tarokk-club",
        "webhook-id": ident,
        "webhook-timestamp": str(seconds),
        "webhook-signature": sign_message(key, ident, seconds, body),
    }
    return Message(delivery.webhook.url, body, headers)


def post_message(message: Message, network: Network) -> PostResult:
    """Post a message without following redirects, and return the result."""
    try:
        return PostResult(
            post_to_public_host(message.url, message.body, message.headers, network=network).status
        )
    except NotPublicError:
        return PostResult(error="not_public")
    except NotSentError:
        return PostResult(error="no_connection")
    except UnsureError:
        return PostResult(error="no_answer")


def has_due_deliveries() -> bool:
    """Return whether a message is due, or was taken by a sender that did not finish."""
    waits = Q(state=NoticeState.WAITING, due_at__lte=timezone.now())
    abandoned = Q(build_older_condition("taken_at", LEASE), state=NoticeState.TAKEN)
    return Delivery.objects.filter(waits | abandoned).exists()


def send_deliveries(
    *, network: Network = INTERNET, is_over: Callable[[], bool] = lambda: False
) -> int:
    """Send the due messages and return the number accepted.

    Several webhooks are served at once, but each gets one message at a time.

    is_over: called before each round of posts; stop if it returns True.
    """
    _requeue_abandoned_messages()
    sent = 0
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="webhook") as pool:
        while not is_over():
            taken = _take_due_messages()
            if not taken:
                break
            tries = [(delivery, _sign_delivery(delivery)) for delivery in taken]
            posts = [
                pool.submit(post_message, message, network) if message else None
                for _delivery, message in tries
            ]
            for (delivery, _message), post in zip(tries, posts, strict=True):
                result = post.result() if post else PostResult(error="no_secret")
                sent += _record_result(delivery, result)
    return sent


def _sign_delivery(delivery: Delivery) -> Message | None:
    key = delivery.webhook.signing_key
    return prepare_message(delivery, key, timezone.now()) if key else None


def _requeue_abandoned_messages() -> None:
    """Requeue the messages whose sender did not finish within the lease.

    Receivers recognise repeated messages by their id.
    """
    abandoned = Delivery.objects.filter(
        build_older_condition("taken_at", LEASE), state=NoticeState.TAKEN
    )
    if abandoned.exists():
        with write_lock():
            abandoned.update(state=NoticeState.WAITING)


def _take_due_messages() -> Sequence[Delivery]:
    """Take the oldest due message of each of at most AT_ONCE webhooks, and return them."""
    now = timezone.now()
    due = Delivery.objects.filter(state=NoticeState.WAITING, due_at__lte=now)
    if not due.exists():
        return ()
    with write_lock():
        waiting = due.values("webhook_id").annotate(first=Min("due_at")).order_by("first")
        rows = due.select_for_update(skip_locked=True, no_key=True).order_by("due_at", "made_at")
        oldest = [
            rows.filter(webhook=webhook_id).values_list("pk", flat=True).first()
            for webhook_id in list(waiting.values_list("webhook_id", flat=True)[:AT_ONCE])
        ]
        taken = [pk for pk in oldest if pk]
        Delivery.objects.filter(pk__in=taken).update(state=NoticeState.TAKEN, taken_at=now)
    return list(Delivery.objects.select_related("webhook").filter(pk__in=taken))


def _record_result(delivery: Delivery, result: PostResult) -> bool:
    """Save the result of an attempt; return whether the message was accepted."""
    now = timezone.now()
    changes = {"status": result.status, "why": result.error, "tries": delivery.tries + 1}
    with write_lock():
        row = Delivery.objects.filter(pk=delivery.pk, state=NoticeState.TAKEN)
        if result.is_delivered:
            row.update(**changes, state=NoticeState.SENT, done_at=now)
            Webhook.objects.filter(pk=delivery.webhook_id).update(failing_since=None)
        else:
            _record_failure(delivery, changes, now)
    if not result.is_delivered:
        fields = {"webhook": str(delivery.webhook_id), **changes}
        _log.warning("webhook", extra={"fields": fields})
    return result.is_delivered


def _record_failure(delivery: Delivery, changes: Mapping[str, object], now: datetime) -> None:
    """Reschedule or give up a message, and postpone all other messages to its webhook.

    If the webhook has failed for too long or responded with 410, switch it off and drop its
    messages.

    changes: the result to save with the message, by field.
    """
    row = Delivery.objects.filter(pk=delivery.pk, state=NoticeState.TAKEN)
    next_try = now + PAUSES[min(delivery.tries, len(PAUSES) - 1)]
    if next_try > delivery.made_at + GIVES_UP:
        row.update(**changes, state=NoticeState.FAILED, done_at=now)
    else:
        row.update(**changes, state=NoticeState.WAITING, due_at=next_try)
    waiting = Delivery.objects.filter(webhook=delivery.webhook_id, state=NoticeState.WAITING)
    waiting.filter(due_at__lt=next_try).update(due_at=next_try)
    webhooks = Webhook.objects.filter(pk=delivery.webhook_id)
    webhooks.filter(failing_since=None).update(failing_since=now)
    long_ago = Q(failing_since__lte=now - STOPS)
    stopping = webhooks if changes["status"] == GONE else webhooks.filter(long_ago)
    if stopping.filter(stopped_at=None).update(stopped_at=now):
        waiting.update(state=NoticeState.DROPPED, done_at=now)
        # Lock the row of the club, as every other write to it does.
        club = Club.objects.select_for_update(no_key=True)
        store_wanted_events(club.get(pk=delivery.webhook.club_id))
