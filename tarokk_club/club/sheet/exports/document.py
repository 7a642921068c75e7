"""The session document: names instead of ids, one event a line, the same bytes each time."""

import json
from collections.abc import Mapping
from typing import Any

from scoring.core.events import write_event
from scoring.core.options import rules_to_dict
from scoring.core.schema import RECORD_SCHEMA
from scoring.document import FORMAT, VERSION, Head, rename_players
from tarokk_club.club.session.queries.evenings import SessionOutcome


def session_document(evening: SessionOutcome) -> bytes:
    """Return the document of a session; imported elsewhere and exported again, it has the same
    bytes.
    """
    head = {key: value for key, value in _head(evening).items() if value is not None}
    lines = [f" {_json(key)}: {_json(value)}" for key, value in head.items()]
    events = [f"  {_json(event)}" for event in _events(evening)]
    lines.append(' "events": [' + "".join(f"\n{event}," for event in events).rstrip(",") + "]")
    return ("{" + ",\n".join(lines).removeprefix(" ") + "}\n").encode()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _head(evening: SessionOutcome) -> dict[str, Any]:
    head, names = evening.head, evening.names
    stake = head.stake and {"currency": head.stake.currency, "per_point": head.stake.per_point}
    return {
        "format": FORMAT,
        "version": VERSION,
        "schema": head.schema if head.schema < RECORD_SCHEMA else None,
        "game": head.game.key,
        "rules": _rules(head),
        "players": [names[player] for player in head.players],
        "dealer": names[head.dealer],
        "title": head.title,
        "date": head.day.isoformat() if head.day else None,
        "stake": stake,
    }


def _rules(head: Head) -> dict[str, Any]:
    """Return every option by name, because a preset may change and these rules may not."""
    preset = {"preset": head.preset} if head.preset else {}
    return preset | rules_to_dict(head.rules)


def _events(evening: SessionOutcome) -> list[dict[str, Any]]:
    arrival = {player: place for place, player in enumerate(evening.book.table.everyone)}
    written = (write_event(evening.head.game, row.event) for row in evening.book.rows)
    return [rename_players(_in_order(raw, arrival), evening.names.__getitem__) for raw in written]


def _in_order(value: Any, arrival: Mapping[str, int]) -> Any:
    """Return maps by player in the order of arrival; a database may have stored them in another."""
    if isinstance(value, dict):
        keys = list(value)
        if all(key in arrival for key in keys):
            keys.sort(key=arrival.__getitem__)
        return {key: _in_order(value[key], arrival) for key in keys}
    if isinstance(value, list):
        return [_in_order(item, arrival) for item in value]
    return value
