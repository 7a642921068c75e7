"""Reader for data of the score sheet tarock-sheet: its players and their points in every hand.

It has no file format. Its two lists are JSON in the storage of a browser. They are accepted
together as one object, or the list of hands only, if it contains the names of the players.

Source: docs/how-to/secretary/bring-results-from-another-book.md.
"""

from __future__ import annotations

import json
from typing import Any

from tarokk_club.club.tables.table_rows import TableLimits

# Its keys, and their prefixes in the storage of a browser.
_PREFIXES = ("", "tarockSheetState_v2_", "tarockSheetState_v1_", "tarockSheetState_")
_HANDS, _PLAYERS = "gameScoreList", "players"


def hands_of_sheet(text: str, limits: TableLimits) -> list[list[str]] | None:
    """Return the hands as a table whose first row has the names of the players, None if the text is
    no such data.

    Raise RefusedError if there are more hands or players than the limits allow.
    """
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        return None
    hands = _list(raw, _HANDS) if isinstance(raw, dict) else raw
    if not isinstance(hands, list) or not hands:
        return None
    named = _names(_list(raw, _PLAYERS) if isinstance(raw, dict) else None)
    scores = [_scores(hand, named) for hand in hands]
    known = [one for one in scores if one is not None]
    if len(known) != len(scores):
        return None
    titles = list(dict.fromkeys(name for hand in known for name in hand))
    limits.require(len(known), len(titles))
    return [titles, *([hand.get(name, "") for name in titles] for hand in known)]


def _list(raw: dict[Any, Any], key: str) -> Any:
    """Return the list under one of its keys; a copy of browser storage has it as JSON text within
    the JSON.
    """
    found = next((raw[prefix + key] for prefix in _PREFIXES if prefix + key in raw), None)
    if isinstance(found, str):
        try:
            return json.loads(found)
        except (ValueError, RecursionError):
            return None
    return found


def _names(players: Any) -> dict[str, str]:
    """Return the names of the players, by the ids that the hands use."""
    rows = players if isinstance(players, list) else []
    return {
        str(row["id"]): str(row["name"])
        for row in rows
        if isinstance(row, dict) and row.get("id") is not None and row.get("name")
    }


def _scores(hand: Any, named: dict[str, str]) -> dict[str, str] | None:
    if not isinstance(hand, dict):
        return None
    found: dict[str, str] = {}
    for mark, told in hand.items():
        score = told.get("gameScore") if isinstance(told, dict) else told
        name = told.get("name") if isinstance(told, dict) else None
        if isinstance(score, bool) or not isinstance(score, int | None):
            return None
        if score is not None:
            found[str(name or named.get(mark, mark))] = str(score)
    return found
