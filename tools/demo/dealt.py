"""What a game's module answers for one deal."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand event, as in the session document; auction included where the game records one.

    skiz: who was dealt the skiz or drew it in a Hungarian game, None where nobody did; before:
    events that come before the hand, a fine for a deal that went wrong.
    """

    event: dict[str, Any]
    skiz: str | None = None
    before: tuple[dict[str, Any], ...] = ()
