"""What became of a try to send."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Became(StrEnum):
    """SENT: it was taken; LATER: for sure it was not, and may be tried again; NEVER: it was refused
    for good; GONE: the phone is no longer there; UNSURE: it may have been taken.
    """

    SENT = "sent"
    LATER = "later"
    NEVER = "never"
    GONE = "gone"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of it; wait: the seconds after which the other side wants to be asked again;
    why: in a word, for the log.
    """

    became: Became
    wait: int = 0
    why: str = ""
