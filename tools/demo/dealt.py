"""The dealt and played hand that the function `deal` of each game returns."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class DealtHand:
    """A hand that was dealt and played.

    event: hand event as in a session document, with the auction if the game records one.
    skiz_holder: player who was dealt or drew the skiz in a Hungarian game, None if nobody did.
    events_before: events before the hand, such as a fine for an irregular deal.
    """

    event: dict[str, Any]
    skiz_holder: str | None = None
    events_before: tuple[dict[str, Any], ...] = ()
