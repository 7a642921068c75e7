"""Who sits at a table, as people come and go."""

from collections.abc import Mapping, Sequence
from typing import Any


def seats_after(seats: Sequence[str], record: Mapping[str, Any]) -> tuple[str, ...]:
    """Who sits at the table after somebody came or went.

    >>> seats_after(("A", "B"), {"type": "join", "player": "C", "after": "A"})
    ('A', 'C', 'B')
    """
    if record["type"] == "join":
        place = seats.index(record["after"]) + 1
        return (*seats[:place], record["player"], *seats[place:])
    if record["type"] == "leave":
        return tuple(player for player in seats if player != record["player"])
    return tuple(seats)
