"""The session document: names instead of ids, one event per line, the same bytes each time."""

import json
from collections.abc import Mapping
from typing import Any

from scoring.core.events import serialize_event
from scoring.core.options import serialize_rules
from scoring.core.reader import RECORD_SCHEMA
from scoring.document import FORMAT, VERSION, Head, rename_players
from tarokk_club.club.session.queries.sessions.session_outcomes import SessionOutcome


def build_session_document(outcome: SessionOutcome) -> bytes:
    """Return the document of a session; importing and exporting it again gives the same bytes."""
    head = {key: value for key, value in _build_head(outcome).items() if value is not None}
    lines = [f" {_format_json(key)}: {_format_json(value)}" for key, value in head.items()]
    events = [f"  {_format_json(event)}" for event in _serialize_events(outcome)]
    lines.append(' "events": [' + "".join(f"\n{event}," for event in events).rstrip(",") + "]")
    return ("{" + ",\n".join(lines).removeprefix(" ") + "}\n").encode()


def _format_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _build_head(outcome: SessionOutcome) -> dict[str, Any]:
    head, names = outcome.head, outcome.names
    stake = head.stake and {"currency": head.stake.currency, "per_point": head.stake.per_point}
    return {
        "format": FORMAT,
        "version": VERSION,
        "schema": head.schema if head.schema < RECORD_SCHEMA else None,
        "game": head.game.key,
        "rules": _serialize_rules(head),
        "players": [names[player] for player in head.players],
        "dealer": names[head.dealer],
        "title": head.title,
        "date": head.day.isoformat() if head.day else None,
        "stake": stake,
    }


def _serialize_rules(head: Head) -> dict[str, Any]:
    """Return the preset and every option, because later versions may change the preset."""
    preset = {"preset": head.preset} if head.preset else {}
    return preset | serialize_rules(head.rules)


def _serialize_events(outcome: SessionOutcome) -> list[dict[str, Any]]:
    arrival = {player: place for place, player in enumerate(outcome.book.table.everyone)}
    written = (serialize_event(outcome.head.game, row.event) for row in outcome.book.rows)
    return [
        rename_players(_sort_by_arrival(raw, arrival), outcome.names.__getitem__) for raw in written
    ]


def _sort_by_arrival(value: Any, arrival: Mapping[str, int]) -> Any:
    """Return the value with each map of players in the order of arrival.

    A database may have changed the order of the keys.

    arrival: player id to place in the order of arrival.
    """
    if isinstance(value, dict):
        keys = list(value)
        if all(key in arrival for key in keys):
            keys.sort(key=arrival.__getitem__)
        return {key: _sort_by_arrival(value[key], arrival) for key in keys}
    if isinstance(value, list):
        return [_sort_by_arrival(item, arrival) for item in value]
    return value
