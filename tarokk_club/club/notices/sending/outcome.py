"""The outcome of an attempt to send."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SendResult(StrEnum):
    """The result of an attempt to send.

    SENT: accepted.
    LATER: certainly not sent; to be tried again.
    NEVER: refused permanently.
    GONE: the device is no longer subscribed.
    UNSURE: it may have been accepted, so it is not tried again.
    """

    SENT = "sent"
    LATER = "later"
    NEVER = "never"
    GONE = "gone"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an attempt to send, for the queue and the log.

    wait: the number of seconds that the service asked to wait before the next attempt.
    reason: the reason for the log, in one word; "" if it was sent.
    """

    result: SendResult
    wait: int = 0
    reason: str = ""
