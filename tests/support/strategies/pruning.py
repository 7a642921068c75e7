"""Make drawn hands legal by removing the entries and keys that the rules refuse."""

from __future__ import annotations

from typing import Any

from scoring.core.events import read_event
from scoring.core.game import Game
from scoring.core.replay import apply_event
from scoring.core.table import Table


def pruned(raw: dict[str, Any], table: Table, game: Game[Any, Any]) -> dict[str, Any]:
    """Return the hand without the entries and keys that the game refuses at this table."""
    while problems := apply_event(game, table, read_event(game, raw)).problems:
        parts = problems[0].field.split(".", 1)
        value = raw[parts[0]]
        if isinstance(value, list) and len(parts) > 1:
            del value[int(parts[1].split(".")[0])]
        elif parts[0] == "own":
            del value[parts[1]]
        else:
            del raw[parts[0]]
    return raw
