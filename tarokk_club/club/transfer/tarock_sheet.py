"""A reader for the data of the score sheet tarock-sheet: the points of the players in each hand.

The data are two JSON lists in a browser's storage. They are accepted together as an object; the
list of hands is enough if it contains the players' names.

Source: docs/how-to/secretary/bring-results-from-another-book.md.
"""

from __future__ import annotations

from typing import Any

from tarokk_club.club.tables.table_rows import TableLimits
from tarokk_club.club.tables.text_encoding import parse_json

# The keys of the lists, and their prefixes in a browser's storage.
_PREFIXES = ("", "tarockSheetState_v2_", "tarockSheetState_v1_", "tarockSheetState_")
_HANDS, _PLAYERS = "gameScoreList", "players"


def read_tarock_sheet(text: str, limits: TableLimits) -> list[list[str]] | None:
    """Return the hands as a table with players' names in its first row; None for other data.

    Raise RefusedError if the table exceeds the limits.
    """
    try:
        raw = parse_json(text)
    except ValueError:
        return None
    hands = _read_list(raw, _HANDS) if isinstance(raw, dict) else raw
    if not isinstance(hands, list) or not hands:
        return None
    named = _read_names(_read_list(raw, _PLAYERS) if isinstance(raw, dict) else None)
    scores = [_read_scores(hand, named) for hand in hands]
    valid = [score for score in scores if score is not None]
    if len(valid) != len(scores):
        return None
    titles = list(dict.fromkeys(name for hand in valid for name in hand))
    limits.require_size(len(valid), len(titles))
    return [titles, *([hand.get(name, "") for name in titles] for hand in valid)]


def _read_list(raw: dict[Any, Any], key: str) -> Any:
    """Return the value of the key with any known prefix, parsed if it is text; None if invalid."""
    value = next((raw[prefix + key] for prefix in _PREFIXES if prefix + key in raw), None)
    if isinstance(value, str):
        try:
            return parse_json(value)
        except ValueError:
            return None
    return value


def _read_names(players: Any) -> dict[str, str]:
    """Return the names of the players by id."""
    rows = players if isinstance(players, list) else []
    return {
        str(row["id"]): str(row["name"])
        for row in rows
        if isinstance(row, dict) and row.get("id") is not None and row.get("name")
    }


def _read_scores(hand: Any, named: dict[str, str]) -> dict[str, str] | None:
    if not isinstance(hand, dict):
        return None
    scores: dict[str, str] = {}
    for player_id, entry in hand.items():
        score = entry.get("gameScore") if isinstance(entry, dict) else entry
        name = entry.get("name") if isinstance(entry, dict) else None
        if isinstance(score, bool) or not isinstance(score, int | None):
            return None
        if score is not None:
            scores[str(name or named.get(player_id, player_id))] = str(score)
    return scores
