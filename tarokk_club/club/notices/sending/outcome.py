"""The outcome of an attempt to send."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Became(StrEnum):
    """What became of an attempt.

    SENT: accepted.
    LATER: certainly not sent, and may be tried again.
    NEVER: refused permanently.
    GONE: the phone no longer exists.
    UNSURE: it may have been accepted.
    """

    SENT = "sent"
    LATER = "later"
    NEVER = "never"
    GONE = "gone"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of an attempt.

    wait: seconds after which the other side wants to be asked again.
    why: one word for the log.
    """

    became: Became
    wait: int = 0
    why: str = ""
