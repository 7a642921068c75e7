"""The result of one deal, in whatever game."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand event as in the session document, with the auction if the game records one.

    skiz: the player who was dealt or drew the skiz in a Hungarian game, None if nobody did.
    before: events before the hand, such as a fine for an irregular deal.
    """

    event: dict[str, Any]
    skiz: str | None = None
    before: tuple[dict[str, Any], ...] = ()
